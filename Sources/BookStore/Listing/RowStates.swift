import Queries
import Records

/// Which rows are in the states that a query asks for, as it was when the query began.
struct RowStates: Sendable {
  /// The rows of each state, but for the marked ones.
  var rows: [QueryState: Set<RecordID>] = [:]
  /// The rows that the person has marked.
  var marked = RowSet.none

  /// Whether a row is in a state.
  func has(_ state: QueryState, _ id: RecordID) -> Bool {
    state == .marked ? marked.contains(id) : rows[state]?.contains(id) ?? false
  }
}
