import Records

/// The mapping from a table in a carried file to that of the library, which may have additional columns.
struct TableForm {
  let table: SyncedTable
  /// For each column of the library, the index of the file's column; nil if that machine does not have it.
  private let places: [Int?]
  private let isSame: Bool

  /// Nil if the file has a column that is not here, or another key.
  init?(_ file: FileTable, _ table: SyncedTable) {
    self.table = table
    let (there, here) = (file.orderedColumns, table.columns)
    guard there.prefix(file.key.count).elementsEqual(here.prefix(table.keyCount)),
      there.allSatisfy(here.contains)
    else { return nil }
    isSame = there == here
    places = here.map { there.firstIndex(of: $0) }
  }

  func here(_ operation: RowOperation) -> RowOperation {
    if isSame { return operation }
    switch operation {
    case .insert(let values): return .insert(here(values))
    case .delete(let values): return .delete(here(values))
    case .update(let key, let cells):
      var moved: [Int: (old: Value, new: Value)] = [:]
      for (column, place) in places.enumerated() {
        if let place, let cell = cells[place] { moved[column] = cell }
      }
      return .update(key: key, cells: moved)
    }
  }

  private func here(_ values: [Value]) -> [Value] {
    places.enumerated().map { column, place in place.map { values[$0] } ?? table.defaults[column] }
  }
}
