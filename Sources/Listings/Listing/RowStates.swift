import Queries
import Records

/// Which rows are in the states that a query asks for, as it was when the query began.
package struct RowStates: Sendable {
  /// The rows of each state, but for the marked ones.
  package var rows: [QueryState: Set<RecordID>] = [:]
  /// The rows that the person has marked.
  package var marked = RowSet.none

  /// Creates one from its parts.
  package init(rows: [QueryState: Set<RecordID>] = [:], marked: RowSet = .none) {
    (self.rows, self.marked) = (rows, marked)
  }

  /// Whether a row is in a state.
  package func has(_ state: QueryState, _ id: RecordID) -> Bool {
    state == .marked ? marked.contains(id) : rows[state]?.contains(id) ?? false
  }
}
