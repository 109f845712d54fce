import Queries
import Records

struct LiveStates {
  weak var records: RecordTable?
  var marked = RowSet.none

  func has(_ state: QueryState, _ id: RecordID) -> Bool {
    switch state {
    case .dirty: records?[id]?.state == .dirty
    case .hydrated: records?[id].map { $0.state != .known } ?? false
    case .conflict: records?.unsettled[id] != nil
    case .marked: marked.contains(id)
    }
  }

  /// The rows of a table in the states that a condition asks for.
  ///
  /// - Complexity: O(*n*) in the records for `is:hydrated`, otherwise in the rows that are found.
  func current(for condition: QueryCondition, in table: TableID) -> RowStates {
    var states = RowStates(marked: marked)
    guard let records else { return states }
    condition.forEachLeaf { leaf in
      guard case .state(let state) = leaf, states.rows[state] == nil else { return }
      switch state {
      case .dirty: states.rows[state] = Set(records.dirty.lazy.map(\.id).filter { $0.table == table })
      case .hydrated:
        states.rows[state] = Set(records.hydratedIDs.filter { $0.table == table })
      case .conflict: states.rows[state] = Set(records.unsettled.ids.filter { $0.table == table })
      case .marked: break
      }
    }
    return states
  }

  /// Numbers that nearly always change with the states.
  var stamp: [Int] {
    guard let records else { return [] }
    return [records.dirty.count, records.hydratedCount, records.unsettled.count]
  }
}
