import ArgumentParser
import BookStore

struct ValuesCommand: DescribedCommand {
  static let effect = CommandEffect.reads

  static let configuration = CommandConfiguration(
    commandName: "values", abstract: "Print the values of a field, with the number of rows that hold each.",
    usage: "booklist values <field> [<query>] [--groups] [--total <field>] [--limit <n>] [--format <name>]",
    discussion: """
      The most frequent values come first. With --groups they come in the order in which the list sorts them, those that \
      differ only by case as one; --total adds up the numbers of a field in each group, as z does in the list. The query is in the finder's language; without one, all rows count.

      Exit status: as for booklist list.
      """)

  @Argument(help: "The field.")
  var field: String

  @Argument(help: "What the rows must match, as in the finder.")
  var query: String?

  @OptionGroup var library: FileOptions
  @OptionGroup var output: OutputOptions

  @Flag(help: "Print the values in the order of the list, those that differ only by case as one.")
  var groups = false

  @Option(
    help: ArgumentHelp(
      "Print the sum and the average of this field in each group; implies --groups.", valueName: "field"))
  var total: String?

  @Option(help: ArgumentHelp("Print at most this many values.", valueName: "n"))
  var limit: Int?

  func run() throws {
    try CommandRun(library: library).read { store in
      let arguments = RowArguments(store: store)
      var rows = try arguments.query(query, limit: limit)
      let field = try arguments.listField(field)
      if groups || total != nil {
        rows.order = ListOrder(field: field)
        let total = try total.map { try arguments.field($0) }
        if let total, !store.schema.fields[total].kind.holdsNumbers {
          throw CommandFailure("“\(store.schema.fields[total].column)” holds no numbers to add up.")
        }
        let found = try RowSelection(of: store, rows).groups(total: total)
        return try found.map { try print($0, store.schema) } ?? ()
      }
      // People read the title of the row that a number refers to.
      let isForPeople = [.table, .markdown, .html].contains(output.format)
      let shown = try isForPeople ? store.lists.completeSchema().titleOfReference(field) : field
      try print(RowSelection(of: store, rows), shown)
    }
  }

  private func print(_ found: RowGroups, _ schema: Schema) throws(StoreError) {
    let field = schema.field(at: found.field)
    let columns = ["count", "value"] + (found.total == nil ? [] : ["sum", "average"])
    var rows = RowOutput(
      output.format, columns, areNumbers: [true, false] + columns.dropFirst(2).map { _ in true })
    for group in found.groups.prefix(limit.map { max(0, $0) } ?? .max) {
      let numbers: [Value] =
        found.total == nil
        ? [] : group.average.map { [Self.number(group.sum), Self.number($0)] } ?? [.null, .null]
      try rows.add(
        [.integer(Int64(group.count)), group.value] + numbers,
        ["\(group.count)", RowTable.text(of: group.value, in: field)]
          + numbers.map { $0.isNull ? "" : field.text(of: $0) })
    }
    try rows.finish()
  }

  private static func number(_ number: Double) -> Value {
    let rounded = (number * 100).rounded() / 100
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? .integer(Int64(rounded)) : .real(rounded)
  }

  private func print(_ rows: RowSelection, _ index: Int) throws(StoreError) {
    let field = rows.schema.field(at: index)
    var printed = RowOutput(output.format, ["count", "value"], areNumbers: [true, false])
    try rows.values(of: index) { value, count throws(StoreError) in
      try printed.add([.integer(Int64(count)), value], ["\(count)", RowTable.text(of: value, in: field)])
    }
    try printed.finish()
  }
}
