import Records

enum StatementWording {
  static let null = "NULL"
  static let statement = "Statement"

  static func count(_ state: InspectorState, isGrouped: Bool) -> String {
    let count = (state.isCut ? InspectorWording.last : "") + Wording.number(state.statementCount)
    return isGrouped ? "\(Wording.number(state.groups.count)) different of \(count)" : count
  }

  /// Hydrated records that were never accessed, longest form first; empty if there are none.
  static func unseen(_ count: Int) -> [String] {
    count > 0
      ? ["\(Wording.number(count)) hydrated but never looked at", "\(Wording.number(count)) never looked at"]
      : []
  }

  static func repetition(_ group: StatementGroup) -> String? {
    guard group.count > 1 else { return nil }
    let ranges = group.rangeCount.map { ": N+1; by ranges it would be \(Wording.number($0))" } ?? ""
    let identical = group.identicalCount > 0 ? ", \(Wording.number(group.identicalCount)) identical" : ""
    return "\(Wording.number(group.count)) similar\(identical)\(ranges)"
  }

  static func explanation(of group: StatementGroup, _ plan: [PlanStep]) -> [Message] {
    let statement = group.latest
    let values = statement.values.map { StatementLine.literal($0) }.joined(separator: ", ")
    return [Message(statement.sql), Message(values.isEmpty ? "No values." : "Values: \(values)")]
      + [Message(facts(statement))] + repetitions(group).map { Message($0) }
      + [Message(plan.isEmpty ? "SQLite has no plan for it." : "SQLite's plan:")]
      + tree(plan).map { Message($0) }
  }

  private static func facts(_ statement: StatementRecord) -> String {
    let work = statement.work
    return [
      InspectorWording.name(of: statement.purpose), InspectorWording.rows(statement.rowCount),
      InspectorWording.duration(nanoseconds: statement.nanoseconds),
      "\(Wording.number(work.steps)) \(work.steps == 1 ? "step" : "steps")",
      "\(Wording.number(work.sorts)) \(work.sorts == 1 ? "sort" : "sorts")",
      work.scanSteps == 0 ? "no full scan" : "full scan of \(InspectorWording.rows(work.scanSteps + 1))",
    ].joined(separator: " · ")
  }

  private static func repetitions(_ group: StatementGroup) -> [String] {
    guard let repetition = repetition(group) else { return [] }
    let total =
      "\(InspectorWording.rows(group.rowCount)) in \(InspectorWording.duration(nanoseconds: group.nanoseconds))"
    return ["\(repetition). All together: \(total)."]
  }

  static func tree(_ plan: [PlanStep]) -> [String] {
    plan.indices.map { index in
      let step = plan[index]
      let following = plan[(index + 1)...].first { $0.depth <= step.depth }
      let branch = following?.depth == step.depth ? "├ " : "└ "
      return String(repeating: "  ", count: step.depth) + branch + step.text
    }
  }
}
