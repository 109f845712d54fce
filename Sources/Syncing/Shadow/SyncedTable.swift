import Records

/// A table whose rows are carried, as the library declares it and as the shadow keeps it.
///
/// Values are in one order everywhere: the columns of the primary key in the key's order, then the others in the table's.
final class SyncedTable: Sendable {
  /// The table in carried files.
  let file: FileTable
  /// Its number in the shadow, where its rows are in the table `t` with that number.
  let id: Int64
  /// Its columns.
  let columns: [String]
  /// The affinities of the columns, by the words that SQLite names them by.
  let affinities: [String]
  /// What a row holds in a column that the machine that inserted it does not have.
  let defaults: [Value]
  /// Whether the key is a rowid that is not a reference: then it says nothing about the row, and may be another one on another
  /// machine.
  let hasFreeKey: Bool
  /// Whether the library finds its rows by a rowid that is no column.
  let hasHiddenRowID: Bool
  let references: [Reference]
  /// Whether tables point to it.
  let isPointedTo: Bool
  /// The statements about one of its rows in the shadow.
  let (row, exists, put, remove): (String, String, String, String)
  /// The statement that sets one column, for each.
  let setColumn: [String]

  /// A foreign key to the primary key of a table that is carried.
  struct Reference: Hashable, Sendable {
    /// The places of the columns, in the order of the columns of the key that they point to.
    let places: [Int]
    let table: String
    /// Whether the row stays when the row that it points to is deleted, and then points nowhere.
    let isSetNull: Bool
  }

  /// Takes over how the library declares it.
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

  /// The table in the shadow, and its columns.
  var shadowName: String { "main.t\(id)" }
  var shadowColumns: [String] { file.columns.indices.map { "c\($0)" } }

  /// Only what tells rows apart and what they hold: no constraint but the key, no index, no trigger.
  var creation: String {
    let columns = zip(shadowColumns, affinities).map { "\($0) \($1)" }
    let body = columns.joined(separator: ", ")
    if isNamedByRowID { return "CREATE TABLE \(shadowName) (\(body), PRIMARY KEY (c0))" }
    let key = shadowColumns.prefix(keyCount).joined(separator: ", ")
    return "CREATE TABLE \(shadowName) (\(body), PRIMARY KEY (\(key))) WITHOUT ROWID"
  }

  /// The rows that point to a row by a reference.
  func rows(pointingBy reference: Reference) -> String {
    let condition = reference.places.map { "c\($0) = ?" }.joined(separator: " AND ")
    return "SELECT \(shadowColumns.joined(separator: ", ")) FROM \(shadowName) WHERE \(condition)"
  }

  /// What makes that quick.
  func index(of reference: Reference) -> String {
    let name = "i\(id)_\(reference.places.map(String.init).joined(separator: "_"))"
    let columns = reference.places.map { "c\($0)" }.joined(separator: ", ")
    return "CREATE INDEX IF NOT EXISTS main.\(name) ON t\(id) (\(columns))"
  }
}
