import Records
import SQLite

/// Finds the keys that rows have here by the keys that they have in a file.
struct KeyTranslation {
  let shadow: Shadow
  let births: Births
  /// The file.
  let context: FileContext

  /// The row that a key means.
  func place(of key: [Value], in table: SyncedTable) throws(SyncError) -> RowPlace {
    try births.place(of: RowPlace(table, try translated(key: key, of: table)), context)
  }

  /// Values with the keys that the rows that they point to have here.
  func translated(_ values: [Value], of table: SyncedTable) throws(SyncError) -> [Value] {
    if context.hasOwnKeys { return values }
    var translated = values
    for (reference, target) in shadow.targets(of: values, in: table) where hasMoved(target.table) {
      let place = try place(of: target.key, in: target.table)
      for (column, value) in zip(reference.places, place.key) { translated[column] = value }
    }
    return translated
  }

  /// The same for cells that were changed.
  func translated(
    _ cells: [Int: (old: Value, new: Value)], of table: SyncedTable
  ) throws(SyncError) -> [Int: (old: Value, new: Value)] {
    if context.hasOwnKeys { return cells }
    var cells = cells
    for reference in table.references where reference.places.count == 1 {
      guard let cell = cells[reference.places[0]], let target = shadow.table(named: reference.table),
        hasMoved(target)
      else { continue }
      func here(_ value: Value) throws(SyncError) -> Value {
        value.isNull ? value : try place(of: [value], in: target).key[0]
      }
      cells[reference.places[0]] = (try here(cell.old), try here(cell.new))
    }
    return cells
  }

  /// A key that is made of references, with the keys that those rows have here.
  private func translated(key: [Value], of table: SyncedTable) throws(SyncError) -> [Value] {
    if context.hasOwnKeys || table.hasFreeKey { return key }
    var key = key
    for reference in table.references where reference.places.allSatisfy({ $0 < table.keyCount }) {
      guard let target = shadow.table(named: reference.table), target !== table, hasMoved(target) else {
        continue
      }
      let place = try place(of: reference.places.map { key[$0] }, in: target)
      for (column, value) in zip(reference.places, place.key) { key[column] = value }
    }
    return key
  }

  /// Whether keys of a table may mean other rows here.
  private func hasMoved(_ table: SyncedTable) -> Bool {
    births.haveMoved(table)
      || !table.hasFreeKey
        && table.references.contains { reference in
          shadow.table(named: reference.table).map { $0 !== table && births.haveMoved($0) } ?? false
        }
  }
}
