import BookStore
import Formats
import Queries
import Records
import Screens
import Sentences

/// Changes rows by rules for a command, or prints what that would do.
struct RuleRun {
  let store: BookStore
  let rules: [FieldRule]
  private var schema: Schema { store.schema }

  init(_ rules: [FieldRule], in store: BookStore) { (self.rules, self.store) = (rules, store) }

  private var labels: String { rules.map { schema.field(at: $0.field).label }.joined(separator: ", ") }

  /// Changes rows as one step, and says what was done.
  func change(_ ids: [RecordID]) throws -> RuleReport {
    let report = try RowEngine(rules, of: schema.id, in: store).run(ids)
    say(report, "Set \(labels) of")
    return report
  }

  /// Prints the rows that would change, or could not, with their values before and after, and says how many they are.
  func preview(_ ids: [RecordID], _ output: OutputFormat) throws {
    var stream = OutputStream()
    var failure: StoreError?
    var lines = RuleLines(rules, schema, output)
    // Other programs must not wait for whoever reads the output, so nothing is written while the library is locked.
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
    say(report, "This would change \(labels) of")
    if report.untriedCount > 0 {
      let rows = Wording.count(report.count - report.untriedCount, schema)
      StandardError.say(
        "Constraints and triggers were tried with \(rows) only, because a trial locks the library for about two seconds."
      )
    }
  }

  private func say(_ report: RuleReport, _ beginning: String) {
    for outcome in report.refused.prefix(5) {
      StandardError.say("\(KeyText.text(of: outcome.id)): \(Self.reason(outcome, schema))")
    }
    if report.refusedCount > 5 { StandardError.say("…and \(Wording.number(report.refusedCount - 5)) more.") }
    var sentence = "\(beginning) \(Wording.count(report.changedCount, schema))."
    if report.sameCount > 0 {
      let end = report.sameCount == 1 ? "stayed as it was." : "stayed as they were."
      sentence += " \(Wording.count(report.sameCount, schema)) \(end)"
    }
    StandardError.say(sentence)
  }

  /// Why a row cannot take its new values.
  static func reason(_ outcome: RuleOutcome, _ schema: Schema) -> String {
    guard case .refused(let refusal) = outcome.result else { return "" }
    return switch refusal {
    case .rule(let refusal, let field): RuleWording.sentence(refusal, schema.field(at: field))
    case .store(let error): StoreWording.sentence(error, in: schema)
    }
  }
}
