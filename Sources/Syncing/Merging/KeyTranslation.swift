import Records
import SQLite

/// Translates the keys in a file to the keys that the rows have here.
struct KeyTranslation {
  let shadow: Shadow
  let births: Births
  let context: FileContext

  func place(of key: [Value], in table: SyncedTable) throws(SyncError) -> RowPlace {
    try births.place(of: RowPlace(table, try translated(key: key, of: table)), context)
  }

  func translated(_ values: [Value], of table: SyncedTable) throws(SyncError) -> [Value] {
    if context.hasOwnKeys { return values }
    var translated = values
    for (reference, target) in shadow.targets(of: values, in: table) where hasMoved(target.table) {
      let place = try place(of: target.key, in: target.table)
      for (column, value) in zip(reference.places, place.key) { translated[column] = value }
    }
    return translated
  }

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

  private func hasMoved(_ table: SyncedTable) -> Bool {
    births.haveMoved(table)
      || !table.hasFreeKey
        && table.references.contains { reference in
          shadow.table(named: reference.table).map { $0 !== table && births.haveMoved($0) } ?? false
        }
  }
}
