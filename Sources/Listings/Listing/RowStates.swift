import Queries
import Records

/// The rows in the states that a query asks for, as of the start of the query.
package struct RowStates: Sendable {
  package var rows: [QueryState: Set<RecordID>] = [:]
  package var marked = RowSet.none

  package init(rows: [QueryState: Set<RecordID>] = [:], marked: RowSet = .none) {
    (self.rows, self.marked) = (rows, marked)
  }

  package func has(_ state: QueryState, _ id: RecordID) -> Bool {
    state == .marked ? marked.contains(id) : rows[state]?.contains(id) ?? false
  }
}
