import BookStore
import Queries
import Records
import Screens

/// Changes a field of many rows by a rule; the records stay dirty.
final class RuleAction: RowAction {
  private let workspace: Workspace
  private let rule: FieldRule
  private let engine: RowEngine
  private let step: EditStep
  private let label: String
  private let isJoined: Bool
  private var partCount = 0
  private var goneCount = 0
  private var refused: (first: [RuleOutcome], count: Int) = ([], 0)

  init(_ rule: FieldRule, in workspace: Workspace, _ step: EditStep? = nil) throws(StoreError) {
    (self.rule, self.workspace) = (rule, workspace)
    let schema = workspace.listing.schema
    engine = try RowEngine([rule], of: schema.id, in: workspace.store)
    label = schema.field(at: rule.field).label
    isJoined = schema.related(at: rule.field) != nil
    self.step = step ?? workspace.store.beginStep(from: isJoined ? .listed(label, of: "") : nil)
  }

  convenience init(setting field: Int, to value: Value, in workspace: Workspace) throws(StoreError) {
    let isJoined = workspace.listing.schema.related(at: field) != nil
    let rule: Rule = isJoined ? .parts(ListChange(typed: value.plainText ?? "")) : .value(value)
    try self.init(FieldRule(field: field, rule: rule), in: workspace)
  }

  var name: String { isJoined ? "Changing \(label)" : "Setting \(label)" }

  // An exchange in lists may give each row its own value, which needs its own log entry.
  var batchSize: Int { if case .value = rule.rule { 256 } else { 64 } }

  func act(on ids: [RecordID], of rows: RowWork) throws(StoreError) {
    let report = try engine.run(ids, .throughRecords(step))
    partCount += report.partCount
    goneCount += report.goneCount
    refused = (
      refused.first + report.refused.prefix(1 - refused.first.count), refused.count + report.refusedCount
    )
    // Rows that need no exchange do not count.
    if case .exchange = rule.rule { rows.leaveOut(report.sameCount) }
    rows.leaveOut(report.goneCount + report.refusedCount)
  }

  func sentence(_ rows: RowWork, heldCount: Int) -> String {
    let gone = goneCount > 0 ? " \(Wording.count(goneCount, rows.schema)) had been deleted." : ""
    let others = BrowserWording.refusals(refused.first, refused.count, rows.schema) + gone
    guard isJoined, case .parts(let change) = rule.rule else {
      return "Set \(label) of \(Wording.count(rows.count, rows.schema)).\(others)"
    }
    return (partCount == 0 ? "\(label) were like that already." : sentence(change)) + others
  }

  private func sentence(_ change: ListChange) -> String {
    let number = Wording.number(partCount)
    return switch change {
    case .add(let titles): "Added \(number) to \(label): \(titles.joined(separator: "; "))."
    case .remove(let titles): "Removed \(number) from \(label): \(titles.joined(separator: "; "))."
    case .rename(let old, let new): "Changed \(label) from \(old) to \(new)."
    }
  }

  func conclude() { if !isJoined, workspace.isSavingAtOnce { workspace.writeBack() } }
}
