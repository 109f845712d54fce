import Queries
import Records

/// The states of a list's rows as they are now.
struct LiveStates {
  /// The store's records, of which some are dirty.
  weak var records: RecordTable?
  /// The rows that the person had marked when something was last looked for.
  var marked = RowSet.none

  /// Whether a row is in a state.
  func has(_ state: QueryState, _ id: RecordID) -> Bool {
    switch state {
    case .dirty: records?[id]?.state == .dirty
    case .hydrated: records?[id].map { $0.state != .known } ?? false
    case .conflict: records?.unsettled[id] != nil
    case .marked: marked.contains(id)
    }
  }

  /// The rows of a table that are in the states which a condition asks for.
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
        states.rows[state] = Set(
          records.hydratedIDs.filter { $0.table == table })
      case .conflict: states.rows[state] = Set(records.unsettled.ids.filter { $0.table == table })
      case .marked: break
      }
    }
    return states
  }

  /// Numbers that change with the states, nearly always.
  var stamp: [Int] {
    guard let records else { return [] }
    return [records.dirty.count, records.hydratedCount, records.unsettled.count]
  }
}
