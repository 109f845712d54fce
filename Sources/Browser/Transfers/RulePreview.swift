import BookStore
import Cells
import Queries
import Records
import Screens

/// Finds out, row by row, what a rule would do.
struct RulePreview {
  let engine: RowEngine
  let schema: Schema
  /// Receives what is known so far, if there is anything new, and how much of the rows is done.
  let publish: (RulePage?, Double) -> Void

  /// Tries the rule on rows, and takes everything back.
  ///
  /// - Parameter isPartial: Whether there are more rows, which are tried later together with these.
  /// - Returns: The digest of what the rows held.
  func run(_ ids: [RecordID], isPartial: Bool) throws(StoreError) -> Int {
    let digest = try engine.digest(of: ids)
    var page = RulePage()
    var watcher = RowEngine.Watcher(onRow: { [engine, schema] outcome in
      // A row that is in the way of another one may make way once all are tried.
      if isPartial, case .refused(.store) = outcome.result { return }
      if let rule = engine.rules.first { page.note(outcome, rule, schema) }
    })
    watcher.progress = { publish(page.count > 0 ? page : nil, isPartial ? 0 : $0) }
    do throws(StoreError) {
      page.untriedCount = try engine.run(ids, .trial(), watcher).untriedCount
    } catch {
      // Foreign keys are checked once all rows are changed.
      guard isPartial, error.isOfDeferredKey else { throw error }
      return digest
    }
    publish(page, isPartial ? 0 : 1)
    return digest
  }
}

extension StoreError {
  fileprivate var isOfDeferredKey: Bool {
    switch self {
    case .foreignKey, .danglingReference: true
    default: false
    }
  }
}

extension RulePage {
  /// Counts a row, and adds a line for one that would change or cannot.
  fileprivate mutating func note(_ outcome: RuleOutcome, _ rule: FieldRule, _ schema: Schema) {
    var (after, refusal, removal): (Value, String?, String?) = (.null, nil, nil)
    switch outcome.result {
    case .same: return sameCount += 1
    case .gone: return
    case .changed(let new):
      changedCount += 1
      after = new.first ?? .null
    case .removed:
      changedCount += 1
      removal = BrowserWording.removedByTrigger
    case .refused(let reason):
      refusedCount += 1
      refusal = BrowserWording.refusal(reason, schema)
    }
    guard lines.count < Self.lineLimit else { return }
    let field = schema.field(at: rule.field)
    let shown = { Wording.shortened(FieldWording.displayed($0, in: field), to: 80) }
    lines.append(
      Line(
        id: outcome.id, title: Wording.title(outcome.title, schema),
        before: shown(outcome.before.first ?? .null),
        after: removal ?? shown(after), refusal: refusal))
  }
}
