import ArgumentParser
import BookStore
import Browser
import Screens

struct SetCommand: DescribedCommand {
  static let effect = CommandEffect.changes

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
      try CommandFailure.unless(
        !ids.isEmpty, "No \(store.schema.singular) matches.", CommandStatus.nothingDone)
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
    var failure: StoreError?
    var lines = RuleLines(rules, schema, output.format)
    // A slow reader of the output must not block other programs, so nothing is written while the library is locked.
    lines.output.isHeld = true
    var watcher = RowEngine.Watcher { outcome in
      do throws(StoreError) { if failure == nil { try lines.add(outcome) } } catch { failure = error }
    }
    watcher.unlocked = { lines.output.isHeld = false }
    let report = try RowEngine(rules, of: schema.id, in: store).run(ids, .trial(), watcher)
    if let failure { throw failure }
    try lines.output.finish()
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

struct SetArguments {
  private(set) var keys: [String] = []
  private var values: [FieldRule] = []
  private var rules: [FieldRule] = []

  /// Parses the arguments, which are keys and changes; the longest matching field name wins.
  init(_ arguments: [String], _ rows: RowArguments) throws {
    let schema = try rows.store.lists.completeSchema()
    for argument in arguments {
      let value = try Assignment(argument, schema)
      let length = FieldRule.nameLength(in: argument, schema) ?? 0
      if length > value?.nameLength ?? 0, let rule = try rule(argument, schema) {
        rules.append(rule)
      } else if let value {
        values.append(value.rule)
      } else {
        keys.append(argument)
      }
    }
  }

  private func rule(_ argument: String, _ schema: Schema) throws -> FieldRule? {
    do throws(RuleProblem) {
      return try FieldRule(argument, in: schema)
    } catch {
      let sentence = RuleWording.sentence(error, in: schema)
      throw CommandFailure("\(sentence) Not set: \(Wording.shortened(argument, to: 40))")
    }
  }

  var isAny: Bool { !all.isEmpty }

  var all: [FieldRule] { values + rules }
}

/// What rules would do, row by row, as a table or in a format: the key, the title, each field before and after, and why a row
/// cannot take its new values, or that a trigger deletes it.
struct RuleLines {
  private let rules: [FieldRule]
  private let schema: Schema
  var output: RowOutput

  init(_ rules: [FieldRule], _ schema: Schema, _ format: OutputFormat) {
    (self.rules, self.schema) = (rules, schema)
    let names = rules.map { schema.field(at: $0.field).column }
    output = RowOutput(
      format, ["key", "title"] + names.flatMap { ["\($0) before", "\($0) after"] } + ["refused"])
  }

  /// Prints a row, unless it does not change.
  mutating func add(_ outcome: RuleOutcome) throws(StoreError) {
    var (after, reason): ([Value], Value) = (rules.map { _ in .null }, .null)
    switch outcome.result {
    case .changed(let new): after = new
    case .removed: reason = .text("deleted by a trigger")
    case .refused: reason = .text(Text(Self.reason(outcome, schema)))
    case .same, .gone: return
    }
    let (values, texts) = (values(outcome, after, reason), texts(outcome, after, reason))
    try output.add(values, texts)
  }

  private func values(_ outcome: RuleOutcome, _ after: [Value], _ reason: Value) -> [Value] {
    let key = outcome.id.rowid.map { Value.integer($0) } ?? .text(Text(KeyText.text(of: outcome.id)))
    return [key, outcome.title] + zip(outcome.before, after).flatMap { [$0, $1] } + [reason]
  }

  private func texts(_ outcome: RuleOutcome, _ after: [Value], _ reason: Value) -> [String] {
    let pairs = rules.indices.flatMap { place in
      [outcome.before[place], after[place]].map {
        RowTable.text(of: $0, in: schema.field(at: rules[place].field))
      }
    }
    return [KeyText.text(of: outcome.id), schema.text(ofTitle: outcome.title)] + pairs + [
      reason.plainText ?? ""
    ]
  }

  static func reason(_ outcome: RuleOutcome, _ schema: Schema) -> String {
    guard case .refused(let refusal) = outcome.result else { return "" }
    return switch refusal {
    case .rule(let refusal, let field): RuleWording.sentence(refusal, schema.field(at: field))
    case .store(let error): StoreWording.sentence(error, in: schema)
    }
  }
}
