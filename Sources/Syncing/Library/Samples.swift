import BookStore
import Records
import SQLite

/// The books with which a library is made for its owner to look at: as long as nobody touches them, the tree does not have them.
struct Samples {
  private let shadow: Shadow

  init(_ shadow: Shadow) { self.shadow = shadow }

  /// Whether a row is a sample that was not changed, and that no other row needs.
  func areUntouched(_ values: [Value], in table: SyncedTable) throws(SyncError) -> Bool {
    guard table.hasFreeKey, table.name == "book" else { return false }
    var filled: [String: Value] = [:]
    for place in table.cellPlaces where !values[place].isNull {
      filled[table.columns[place].name] = values[place]
    }
    guard Template.sampleRows.contains(filled) else { return false }
    return try !isPointedTo(RowPlace(table, table.key(of: values)))
  }

  /// The samples that other rows need now.
  func pointedTo(in table: SyncedTable) throws(SyncError) -> [RowPlace] {
    let sql = "SELECT c0 FROM \(table.shadowName) WHERE rid IS NULL"
    let places = try shadow.rows(sql, [], { $0.value(at: 0) }).map { RowPlace(table, [$0]) }
    var found: [RowPlace] = []
    for place in places where try isPointedTo(place) { found.append(place) }
    return found
  }

  private func isPointedTo(_ place: RowPlace) throws(SyncError) -> Bool {
    for child in shadow.tables {
      for reference in child.table.references where reference.table == place.table.name {
        let column = quoted(child.columns[reference.place].name)
        if try shadow.exists("SELECT 1 FROM lib.\(quoted(child.name)) WHERE \(column) = ?", place.key) {
          return true
        }
      }
    }
    return false
  }
}
