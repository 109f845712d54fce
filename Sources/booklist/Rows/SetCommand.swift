import ArgumentParser
import BookStore
import Queries
import Records
import Screens

struct SetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Set fields of rows.",
    usage: """
      booklist set <key>… <field>=<value>…
      booklist set --where <query> <field>=<value>… [--dry-run] [--rows <n>]
      booklist set --where <query> <field>:=<rule>… [--dry-run] [--rows <n>]
      """,
    discussion: """
      <field>=<value> sets a field, <field>= to the empty text; <field>:null empties it, and <field>@<path> gives it the \
      bytes of a file, where - is standard input. <field>:=<rule> works out the new value from the row: trim, lower, upper, \
      sentence, title or turn ("Last, First" to "First Last" and back); +1, *2 or +1 month; s/old/new/ or \
      r/pattern/new/, with i behind it to ignore case; a text with {other fields}; nothing for no value. \
      <field>+=<name> adds a part to a list, such as a book's shelves, <field>-=<name> removes one, and \
      <field>:<name>=<name> renames one; a shelf that is not there yet is made. A text is stored exactly as given; a date, a number or a rating is read as \
      in a form: a date leaves the time of day as it is, a time the date, and today is today's date. The keys are in the first column of booklist list.

      The change is one step: booklist undo undoes it, as does u in the screens.

      Exit status: 0 if all rows have the values; 3 if some could not be written; 1 if there is no such row, or nothing \
      could be written; 64 for an unknown field or an invalid value; 75 if another program has locked the library.
      """)

  @Argument(help: "The keys, then the fields with their values.")
  var arguments: [String]

  @Option(
    name: .customLong("where"), help: ArgumentHelp("All rows that match this query.", valueName: "query"))
  var query: String?

  @Flag(help: "Print the rows that would be changed, with their values before and after, and change nothing.")
  var dryRun = false

  @Option(
    name: .customLong("rows"),
    help: ArgumentHelp(
      "Change nothing unless exactly this many rows match; ..10 means at most 10.", valueName: "n"))
  var limit: RowLimit?

  @OptionGroup var output: OutputOptions

  @OptionGroup var library: FileOptions

  func run() throws {
    let run = CommandRun(library: library)
    func change(_ store: BookStore) throws {
      let rows = RowArguments(store: store)
      let changes = try SetArguments(arguments, rows)
      let (ids, missing) = try ids(changes.keys, isAny: changes.isAny, rows)
      try rows.say(missing: missing, isAny: !ids.isEmpty)
      guard !ids.isEmpty else {
        throw CommandFailure("No \(store.schema.singular) matches.", CommandStatus.nothingDone)
      }
      if dryRun { return try preview(changes.all, of: ids, store) }
      try limit?.check(ids.count, store.schema)
      try set(changes.all, of: ids, store, isPartial: !missing.isEmpty)
    }
    if dryRun { try run.tryOut(change) } else { try run.change(change) }
  }

  private func set(_ rules: [FieldRule], of ids: [RecordID], _ store: BookStore, isPartial: Bool) throws {
    let report = try RowEngine(rules, of: store.schema.id, in: store).run(ids)
    say(report, "Set", rules, store.schema)
    let takingCount = report.changedCount + report.sameCount
    if takingCount == 0 {
      throw report.isOfInvalidValue ? ExitCode.validationFailure : CommandStatus.nothingDone
    }
    if isPartial || takingCount < report.count { throw CommandStatus.partlyDone }
  }

  /// Prints the rows that would or could not change, with their old and new values, and their number.
  private func preview(_ rules: [FieldRule], of ids: [RecordID], _ store: BookStore) throws {
    let schema = store.schema
    var stream = OutputStream()
    var failure: StoreError?
    var lines = RuleLines(rules, schema, output.format)
    // A slow reader of the output must not block other programs, so nothing is written while the library is locked.
    var held: [UInt8]? = lines.start()
    func write(_ bytes: [UInt8]) {
      guard held == nil else {
        held? += bytes
        return
      }
      do throws(StoreError) { if failure == nil { try stream.write(bytes) } } catch { failure = error }
    }
    var watcher = RowEngine.Watcher { outcome in write(lines.row(outcome)) }
    watcher.unlocked = {
      let bytes = held ?? []
      held = nil
      write(bytes)
    }
    let report = try RowEngine(rules, of: schema.id, in: store).run(ids, .trial(), watcher)
    write(lines.end())
    if let failure { throw failure }
    try stream.flush()
    say(report, "This would change", rules, schema)
    if report.untriedCount > 0 {
      let rows = Wording.count(report.count - report.untriedCount, schema)
      StandardError.say(
        "Constraints and triggers were tried with \(rows) only, because a trial locks the library for about two seconds."
      )
    }
  }

  private func say(_ report: RuleReport, _ beginning: String, _ rules: [FieldRule], _ schema: Schema) {
    for outcome in report.refused.prefix(5) {
      StandardError.say("\(KeyText.text(of: outcome.id)): \(RuleLines.reason(outcome, schema))")
    }
    if report.refusedCount > 5 { StandardError.say("…and \(Wording.number(report.refusedCount - 5)) more.") }
    let labels = rules.map { schema.field(at: $0.field).label }.joined(separator: ", ")
    var sentence = "\(beginning) \(labels) of \(Wording.count(report.changedCount, schema))."
    if report.sameCount > 0 {
      let end = report.sameCount == 1 ? "stayed as it was." : "stayed as they were."
      sentence += " \(Wording.count(report.sameCount, schema)) \(end)"
    }
    StandardError.say(sentence)
  }

  private func ids(
    _ keys: [String], isAny: Bool, _ rows: RowArguments
  ) throws -> (found: [RecordID], missing: [String]) {
    if !isAny {
      let wrong = keys.last { $0.contains("=") }
      throw wrong.map { Assignment.failure(of: $0, rows.schema) } ?? Assignment.missing(rows.schema)
    }
    guard let query else {
      if keys.isEmpty { throw CommandFailure("Name the rows by their keys, or by --where and a query.") }
      return try rows.rows(keys)
    }
    if let key = keys.first {
      throw Assignment.failure(of: key, rows.schema, besides: ", and --where takes no keys")
    }
    return (try RowSelection(of: rows.store, try rows.query(query)).ids(), [])
  }
}
