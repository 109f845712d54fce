import ArgumentParser
import BookStore
import Screens
import Transfers

struct RowListCommand: DescribedCommand {
  static let effect = CommandEffect.reads

  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Print rows.",
    usage:
      "booklist list [<query>] [--columns <field>,…] [--sort <field>[:desc],…] [--limit <n>] [--random <n>] [--format <name>]",
    discussion: """
      The query is in the finder's language. Put -- before a query that begins with a hyphen, or write not: instead of the \
      hyphen.

      The first column is the row's key, which the other commands take. The table format has the title and some short fields, \
      shows a reference by the title of its row unless --columns names the field, and names the fields that it leaves out; the \
      other formats have all fields, as they are. No value is ever cut.

      Exit status: 0 if the rows were printed, even if there are none; 64 for an invalid query; 66 if there is no such \
      library; 75 if another program has locked it.
      """)

  @Argument(help: "What the rows must match, as in the finder.")
  var query: String?

  @OptionGroup var library: FileOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var readers: ReaderOptions

  @Option(help: ArgumentHelp("The fields, separated by commas; * is all of them.", valueName: "fields"))
  var columns: String?

  @Option(help: ArgumentHelp("The fields to sort by, separated by commas.", valueName: "field[:desc]"))
  var sort: [String] = []

  @Option(help: ArgumentHelp("Print at most this many rows.", valueName: "n"))
  var limit: Int?

  @Option(
    help: ArgumentHelp(
      "Print only this many of the rows, chosen at random: booklist list status:to-read --random 1.",
      valueName: "n"))
  var random: Int?

  @Flag(help: "Print only how many rows there are.")
  var count = false

  @Flag(help: "Print only the keys, one on each line.")
  var keys = false

  func validate() throws {
    try require((limit ?? 0) >= 0, "--limit takes 0 or more.")
    try require((random ?? 0) >= 0, "--random takes 0 or more.")
  }

  func run() throws {
    let run = CommandRun(library: library)
    // Only the log knows which edits are not written yet.
    if query?.contains("is:") == true, !library.readOnly { return try run.change(list) }
    try run.read(list)
  }

  private func list(_ store: BookStore) throws {
    let arguments = RowArguments(store: store)
    var options = ExportOptions()
    options.rows = try arguments.forgiving(arguments.query(query, sort: sort, limit: limit))
    if let random { try choose(random, from: &options.rows, store) }
    if count { return StandardOutput.say("\(try RowSelection(of: store, options.rows).count())") }
    if keys { return try printKeys(RowSelection(of: store, options.rows)) }
    options.hasKey = true
    options.columns = try columns.map { try arguments.fields($0) } ?? defaultFields(store)
    if let format = output.format.format {
      options.format = format
      options.display = Reader.display(readers.reader, in: format)
      _ = try Exporter(of: store, options: options).run { bytes throws(StoreError) in
        try OutputStream.writeAll(bytes)
      }
    } else {
      let shown = options.columns ?? []
      if columns == nil { options.columns = try titled(shown, store) }
      try RowTable(store.schema, options).print(store)
      sayWhatIsLeftOut(shown, store.schema)
      try sayWhatIsDenied(options.rows, store)
    }
  }

  private func choose(_ count: Int, from rows: inout RowQuery, _ store: BookStore) throws {
    var generator = SystemRandomNumberGenerator()
    let ids = try RowSelection(of: store, rows).sample(count, using: &generator)
    rows.query = Query("is:marked", in: store.schema, today: .today)
    rows.markedRows = .rows(Set(ids))
  }

  /// If nothing was found, explains that a row without a value does not match “no”.
  private func sayWhatIsDenied(_ rows: RowQuery, _ store: BookStore) throws {
    guard let sentence = Wording.nothingDenied(rows.query, store.schema),
      try RowSelection(of: store, rows).count() == 0
    else { return }
    StandardError.say(sentence)
  }

  private func printKeys(_ rows: RowSelection) throws {
    try rows.schema.checkHasKeys()
    var stream = OutputStream()
    try rows.forEachID { id throws(StoreError) in try stream.write((KeyText.text(of: id) + "\n").utf8) }
    try stream.flush()
  }

  private static let defaultCount = 4
  /// The rows that are checked for fields with values.
  private static let sampleSize = 100

  /// For a table, the title and some short fields with values; otherwise all fields.
  private func defaultFields(_ store: BookStore) throws(StoreError) -> [Int]? {
    guard output.format == .table else { return nil }
    let schema = store.schema
    let others = schema.fields.indices.filter { index in
      let kind = schema.fields[index].kind
      return !schema.titleFields.contains(index) && !kind.isBytes && kind != .longText
    }
    var (options, filled) = (ExportOptions(), Set<Int>())
    (options.columns, options.rows.limit) = (others, Self.sampleSize)
    try Exporter(of: store, options: options).forEachRow { values throws(StoreError) in
      for (field, value) in zip(others, values) where !value.isNull && value != "" { filled.insert(field) }
    }
    let keys = schema.fields.indices.filter { schema.key.columns.contains(schema.fields[$0].column) }
    let first = keys + schema.titleFields.filter { !keys.contains($0) }
    return first + others.filter { filled.contains($0) && !keys.contains($0) }.prefix(Self.defaultCount)
  }

  /// Replaces references by the titles of their rows, except in the key.
  private func titled(_ fields: [Int], _ store: BookStore) throws(StoreError) -> [Int] {
    if store.schema.references.isEmpty { return fields }
    let schema = try store.lists.completeSchema()
    return fields.map { field in
      schema.key.columns.contains(schema.field(at: field).column) ? field : schema.titleOfReference(field)
    }
  }

  private func sayWhatIsLeftOut(_ shown: [Int], _ schema: Schema) {
    let left = schema.fields.indices.filter { !shown.contains($0) }.map { schema.fields[$0].column }
    if columns == nil, !left.isEmpty {
      StandardError.say("Not shown: \(left.joined(separator: ", ")). --columns '*' shows them.")
    }
  }
}
