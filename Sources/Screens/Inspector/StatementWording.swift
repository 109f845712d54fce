import Records

/// The sentences about statements in the inspector.
enum StatementWording {
  /// NULL as SQL has it.
  static let null = "NULL"

  /// The title of the bar above a full statement.
  static let statement = "Statement"

  /// How many statements there are, or how many kinds of them.
  static func count(_ state: InspectorState, isGrouped: Bool) -> String {
    let count = (state.isCut ? InspectorWording.last : "") + Wording.number(state.statementCount)
    return isGrouped ? "\(Wording.number(state.groups.count)) different of \(count)" : count
  }

  /// How many records were hydrated and never accessed, and a shorter form of it; empty if there are none.
  static func unseen(_ count: Int) -> [String] {
    count > 0
      ? ["\(Wording.number(count)) hydrated but never looked at", "\(Wording.number(count)) never looked at"]
      : []
  }

  /// The note about a group of similar statements; nil for a single one.
  static func repetition(_ group: StatementGroup) -> String? {
    guard group.count > 1 else { return nil }
    let ranges = group.rangeCount.map { ": N+1; by ranges it would be \(Wording.number($0))" } ?? ""
    let identical = group.identicalCount > 0 ? ", \(Wording.number(group.identicalCount)) identical" : ""
    return "\(Wording.number(group.count)) similar\(identical)\(ranges)"
  }

  /// A statement in full: its text, its values, its purpose and cost, and SQLite's query plan.
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

  /// The query plan as a tree, one line per step.
  static func tree(_ plan: [PlanStep]) -> [String] {
    plan.indices.map { index in
      let step = plan[index]
      let following = plan[(index + 1)...].first { $0.depth <= step.depth }
      let branch = following?.depth == step.depth ? "├ " : "└ "
      return String(repeating: "  ", count: step.depth) + branch + step.text
    }
  }
}
