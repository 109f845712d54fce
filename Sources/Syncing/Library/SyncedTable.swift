import Records
import SQLite

/// A table of both the library and the tree, with the SQL for its rows in the shadow's table `t<id>`.
final class SyncedTable: Sendable {
  let id: Int64
  let table: LibraryTable
  let treeName: Text
  /// The columns' names in the tree, which never change.
  let births: [Text]
  let (row, put, remove, rowNamed, nameOf): (String, String, String, String, String)

  init(_ table: LibraryTable, id: Int64, births: [Text]) {
    (self.table, self.id, self.births, treeName) = (table, id, births, Text(table.name))
    let names = table.columns.indices.map { "c\($0)" }
    let (list, shadow) = (names.joined(separator: ", "), "main.t\(id)")
    let key = names.prefix(table.keyCount).map { "\($0) = ?" }.joined(separator: " AND ")
    row = "SELECT rid, plus, \(list) FROM \(shadow) WHERE \(key)"
    nameOf = "SELECT rid FROM \(shadow) WHERE \(key)"
    put =
      "INSERT OR REPLACE INTO \(shadow) (rid, plus, \(list)) VALUES (?, ?\(names.map { _ in ", ?" }.joined()))"
    remove = "DELETE FROM \(shadow) WHERE \(key)"
    rowNamed = "SELECT rid, plus, \(list) FROM \(shadow) WHERE rid = ?"
  }

  var name: String { table.name }
  var columns: [LibraryTable.Column] { table.columns }
  var keyCount: Int { table.keyCount }
  var hasFreeKey: Bool { table.hasFreeKey }
  var shadowName: String { "main.t\(id)" }
  var shadowColumns: [String] { columns.indices.map { "c\($0)" } }
  /// The columns that are cells of the tree: all except a free key.
  var cellPlaces: Range<Int> { (hasFreeKey ? 1 : 0)..<columns.count }

  func key(of values: [Value]) -> [Value] { Array(values.prefix(keyCount)) }

  func local(at place: Int) -> LocalColumn {
    let column = columns[place]
    return LocalColumn(
      affinity: column.affinity, isStrict: column.isStrict || place == 0 && table.isKeyRowID,
      isRequired: column.isRequired && column.standard.isNull)
  }

  func place(ofBirth name: Text) -> Int? { births.firstIndex(of: name) }

  // MARK: Its form, in which the shadow keeps it

  /// The description that the shadow stores; if it changes, the table has to be copied.
  var form: [Value] {
    [.integer(Int64(keyCount)), .integer(hasFreeKey ? 1 : 0)]
      + columns.indices.flatMap { place -> [Value] in
        let target = table.reference(at: place).map { Value.text(Text($0.table)) } ?? .null
        return [
          .text(Text(columns[place].name)), .text(births[place]), .text(Text(columns[place].type)), target,
        ]
      }
  }

  convenience init?(_ name: Text, id: Int64, form: [Value]) {
    guard form.count > 2, form.count % 4 == 2, case .integer(let keyCount) = form[0],
      1...(form.count / 4) ~= Int(keyCount)
    else { return nil }
    func text(_ place: Int) -> String { form[place].bytes.map { String(decoding: $0, as: UTF8.self) } ?? "" }
    let starts = Array(stride(from: 2, to: form.count, by: 4))
    let columns = starts.map { start in
      LibraryTable.Column(
        name: text(start), type: text(start + 2), affinity: Affinity(declaredType: text(start + 2)),
        isStrict: false, isRequired: false, standard: .null, isStandardConstant: true)
    }
    let references = starts.enumerated().compactMap { place, start in
      form[start + 3].isNull ? nil : LibraryTable.Reference(place: place, table: text(start + 3))
    }
    let table = LibraryTable(
      name: name.string, columns: columns, keyCount: Int(keyCount), hasFreeKey: form[1] == .integer(1),
      hasHiddenRowID: false, references: references)
    self.init(table, id: id, births: starts.map { Text(bytes: form[$0 + 1].bytes ?? []) })
  }

  func hasSameKey(as other: SyncedTable) -> Bool {
    hasFreeKey == other.hasFreeKey && births.prefix(keyCount) == other.births.prefix(other.keyCount)
  }

  /// Whether each row of another form can be derived from this one.
  func covers(_ other: SyncedTable) -> Bool {
    hasSameKey(as: other)
      && other.columns.indices.allSatisfy { place in
        guard let here = self.place(ofBirth: other.births[place]) else { return false }
        return table.reference(at: here)?.table == other.table.reference(at: place)?.table
      }
  }

  /// The statements for the table, and for indexes of names, unique keys and references.
  var creation: [String] {
    let list = zip(shadowColumns, columns).map { "\($0) \($1.type)" }.joined(separator: ", ")
    let key = shadowColumns.prefix(keyCount).joined(separator: ", ")
    let end = table.isKeyRowID ? "" : " WITHOUT ROWID"
    let create = "CREATE TABLE \(shadowName) (\(list), rid BLOB, plus INTEGER, PRIMARY KEY (\(key)))\(end)"
    let indexed = Set(table.uniques.compactMap(\.first) + table.references.map(\.place)).sorted()
    return [create, "CREATE INDEX main.t\(id)_rid ON t\(id) (rid)"] + indexed.map(index)
  }

  func index(of place: Int) -> String {
    "CREATE INDEX IF NOT EXISTS main.t\(id)_c\(place) ON t\(id) (c\(place))"
  }
}
