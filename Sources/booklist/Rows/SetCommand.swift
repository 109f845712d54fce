import ArgumentParser
import BookStore
import Browser
import Records
import Screens
import Sentences
import Transfers

/// Sets fields of rows.
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

  /// How many rows are in memory and in one transaction.
  private static let batchSize = 100_000
  /// How often a value is rewritten if another program keeps changing it.
  private static let attempts = 20

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
      if dryRun { return try RuleRun(changes.all, in: store).preview(ids, output.format) }
      try limit?.check(ids.count, store.schema)
      if !changes.rules.isEmpty { return try set(changes, of: ids, store, isPartial: !missing.isEmpty) }
      try set(changes.values, of: ids, store, isPartial: !missing.isEmpty)
    }
    if dryRun { try run.tryOut(change) } else { try run.change(change) }
  }

  /// Changes rows by rules.
  private func set(_ changes: SetArguments, of ids: [RecordID], _ store: BookStore, isPartial: Bool) throws {
    let report = try RuleRun(changes.all, in: store).change(ids)
    let takingCount = report.changedCount + report.sameCount
    if takingCount == 0 { throw CommandStatus.nothingDone }
    if isPartial || takingCount < report.count { throw CommandStatus.partlyDone }
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

  private func set(
    _ values: [Assignment], of ids: [RecordID], _ store: BookStore, isPartial: Bool
  ) throws {
    let step = store.beginStep()
    var (failures, refusals): ([RowFailure], RowRefusals) = ([], RowRefusals())
    let batches = RowBatches(ids: ids, size: Self.batchSize, schema: store.schema)
    let done = try batches.change { batch throws(StoreError) in
      var taking = batch
      do throws(StoreError) {
        taking = try set(values, of: batch, store, step, &refusals)
        let result = written(by: store)
        if let reason = result.reason, result.failures.isEmpty { throw reason }
        giveUp(result.failures.map(\.id), store)
        for id in taking { store.dehydrate(id) }
        failures += result.failures
        return taking.count - result.failures.count
      } catch {
        giveUp(taking, store)
        throw error
      }
    }
    try refusals.say(store.schema, isAll: done == 0 && failures.isEmpty)
    try say(values.map(\.field), done, failures, store.schema, isPartial: isPartial || !refusals.isEmpty)
  }

  /// Sets the fields of rows in memory; returns the rows that accept all of the values.
  private func set(
    _ values: [Assignment], of ids: [RecordID], _ store: BookStore, _ step: EditStep,
    _ refusals: inout RowRefusals
  ) throws(StoreError) -> [RecordID] {
    var groups: [(Assignment, [Value: [RecordID]])] = []
    for value in values {
      groups.append((value, try rows(ids, by: value, store, &refusals)))
    }
    for (assignment, rows) in groups {
      for (value, ids) in rows {
        let taking = refusals.isEmpty ? ids : ids.filter { !refusals.contains($0) }
        try store.set(value, at: assignment.field, ofEach: taking, in: step)
      }
    }
    return ids.filter { !refusals.contains($0) }
  }

  /// The rows by their new value.
  private func rows(
    _ ids: [RecordID], by assignment: Assignment, _ store: BookStore, _ refusals: inout RowRefusals
  ) throws(StoreError) -> [Value: [RecordID]] {
    var groups: [Value: [RecordID]] = [:]
    if !assignment.dependsOnOldValue, let value = try? assignment.newValue() { return [value: ids] }
    for id in ids {
      let old = try store.read(assignment.field, of: id)
      do throws(FieldError) {
        groups[try assignment.value(replacing: old), default: []].append(id)
      } catch {
        refusals.note(id, error, assignment.field)
      }
    }
    return groups
  }

  /// Reverts what is not in the database, so that it is not offered as unsaved changes later.
  private func giveUp(_ ids: [RecordID], _ store: BookStore) {
    guard !ids.isEmpty else { return }
    for id in ids { store.revert(id) }
    try? store.history.discardUnwritten()
  }

  /// Writes back; this command is the later one, so its values win over other programs' changes.
  private func written(by store: BookStore) -> WriteBackResult {
    var result = store.writeBack()
    for _ in 0..<Self.attempts where !result.conflicts.isEmpty {
      for conflict in result.conflicts { store.conflicts.resolve(conflict.id, conflict.field, .mine) }
      let again = store.writeBack()
      result.writtenCount += again.writtenCount
      (result.conflicts, result.error) = (again.conflicts, again.error)
      result.failures += again.failures
    }
    return result
  }

  private func say(
    _ fields: [Int], _ done: Int, _ failures: [RowFailure], _ schema: Schema, isPartial: Bool
  ) throws {
    for failure in failures.prefix(5) {
      StandardError.say("\(KeyText.text(of: failure.id)): \(StoreWording.sentence(failure.error))")
    }
    if failures.count > 5 { StandardError.say("…and \(Wording.number(failures.count - 5)) more.") }
    guard done > 0 else { throw CommandStatus.nothingDone }
    let labels = fields.map { schema.fields[$0].label }.joined(separator: ", ")
    StandardError.say("Set \(labels) of \(Wording.count(done, schema)).")
    if isPartial || !failures.isEmpty { throw CommandStatus.partlyDone }
  }
}
