import Records

/// A synced table, with values always in this order: the primary key's columns in the key's order, then the others.
final class SyncedTable: Sendable {
  let file: FileTable
  /// The table's number in the shadow, which keeps its rows in the table `t<number>`.
  let id: Int64
  let columns: [String]
  /// The affinities of the columns, by SQLite's names.
  let affinities: [String]
  let defaults: [Value]
  /// Whether the key is a rowid that is not a reference: it is then arbitrary and may differ between machines.
  let hasFreeKey: Bool
  /// Whether the library finds rows by a rowid that is not a column.
  let hasHiddenRowID: Bool
  let references: [Reference]
  let isPointedTo: Bool
  let (row, exists, put, remove): (String, String, String, String)
  let setColumn: [String]

  /// A foreign key to the primary key of a synced table.
  struct Reference: Hashable, Sendable {
    /// The indices of the columns, in the order of the key that they reference.
    let places: [Int]
    let table: String
    /// Whether the row stays when its target is deleted, with NULL in the reference.
    let isSetNull: Bool
  }

  init(_ description: LibraryTables.Description, id: Int64, isPointedTo: Bool) {
    (file, self.id, self.isPointedTo) = (description.file, id, isPointedTo)
    columns = description.file.orderedColumns
    (affinities, defaults, references) = (
      description.affinities, description.defaults, description.references
    )
    hasFreeKey = description.isRowID && !description.references.contains { $0.places.contains(0) }
    hasHiddenRowID = description.hasHiddenRowID
    let names = columns.indices.map { "c\($0)" }
    let key = names.prefix(description.file.key.count).map { "\($0) = ?" }.joined(separator: " AND ")
    row = "SELECT \(names.joined(separator: ", ")) FROM main.t\(id) WHERE \(key)"
    exists = "SELECT 1 FROM main.t\(id) WHERE \(key)"
    put = "INSERT OR REPLACE INTO main.t\(id) VALUES (\(names.map { _ in "?" }.joined(separator: ", ")))"
    setColumn = names.map { "UPDATE main.t\(id) SET \($0) = ? WHERE \(key)" }
    remove = "DELETE FROM main.t\(id) WHERE \(key)"
  }

  var name: String { file.name }
  var keyCount: Int { file.key.count }
  /// Whether the key is a rowid, which is never NULL.
  var isNamedByRowID: Bool { keyCount == 1 && affinities[0] == "INTEGER" }
  var pointsToItself: Bool { references.contains { $0.table == name } }

  func key(of values: [Value]) -> [Value] { Array(values.prefix(keyCount)) }

  // MARK: Its rows in the shadow

  var shadowName: String { "main.t\(id)" }
  var shadowColumns: [String] { file.columns.indices.map { "c\($0)" } }

  /// Has no index, trigger or constraint except the key.
  var creation: String {
    let columns = zip(shadowColumns, affinities).map { "\($0) \($1)" }
    let body = columns.joined(separator: ", ")
    if isNamedByRowID { return "CREATE TABLE \(shadowName) (\(body), PRIMARY KEY (c0))" }
    let key = shadowColumns.prefix(keyCount).joined(separator: ", ")
    return "CREATE TABLE \(shadowName) (\(body), PRIMARY KEY (\(key))) WITHOUT ROWID"
  }

  func rows(pointingBy reference: Reference) -> String {
    let condition = reference.places.map { "c\($0) = ?" }.joined(separator: " AND ")
    return "SELECT \(shadowColumns.joined(separator: ", ")) FROM \(shadowName) WHERE \(condition)"
  }

  func index(of reference: Reference) -> String {
    let name = "i\(id)_\(reference.places.map(String.init).joined(separator: "_"))"
    let columns = reference.places.map { "c\($0)" }.joined(separator: ", ")
    return "CREATE INDEX IF NOT EXISTS main.\(name) ON t\(id) (\(columns))"
  }
}
