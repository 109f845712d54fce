import Records
import SQLite

/// The rows that all machines share, with images of those that the library does not have, and their state before a take.
final class SharedRows {
  let shadow: Shadow
  /// Whether changes are recorded; those that come from the library are not.
  var notesChanges = false
  /// Keys whose rows have moved; what the library held there belongs to another row.
  private var vacated: Set<RowPlace> = []
  private var tablesWithImages: Set<Int64>

  init(_ shadow: Shadow) throws(SyncError) {
    self.shadow = shadow
    tablesWithImages = try shadow.tables(in: "image")
    try shadow.run(
      """
      CREATE TABLE IF NOT EXISTS temp.changed (tbl INTEGER, key BLOB, old BLOB, PRIMARY KEY (tbl, key)) WITHOUT ROWID
      """)
    try shadow.run("DELETE FROM temp.changed")
  }

  // MARK: Rows

  func row(_ place: RowPlace) throws(SyncError) -> [Value]? {
    let count = place.table.file.columns.count
    return try shadow.rows(place.table.row, place.key) { $0.values(at: 0..<count) }.first
  }

  func hasRow(_ place: RowPlace) throws(SyncError) -> Bool {
    try shadow.exists(place.table.exists, place.key)
  }

  func pointing(
    to place: RowPlace
  ) throws(SyncError) -> [(place: RowPlace, reference: SyncedTable.Reference, values: [Value])] {
    var rows: [(place: RowPlace, reference: SyncedTable.Reference, values: [Value])] = []
    for table in shadow.tables {
      for reference in table.references where reference.table == place.table.name {
        try shadow.run(table.index(of: reference))
        let count = table.file.columns.count
        rows += try shadow.rows(table.rows(pointingBy: reference), place.key) { $0.values(at: 0..<count) }
          .map { (RowPlace(table, table.key(of: $0)), reference, $0) }
      }
    }
    return rows
  }

  /// Sets a row as the library is to have it; nil deletes it.
  func put(_ values: [Value]?, at place: RowPlace, before: [Value]?) throws(SyncError) {
    if notesChanges { try note(before, at: place) }
    if let values, let column = Self.onlyChange(before, values, place.table) {
      try shadow.run(place.table.setColumn[column], [values[column]] + place.key)
    } else if let values {
      try shadow.run(place.table.put, values)
    } else {
      try shadow.run(place.table.remove, place.key)
    }
  }

  private static func onlyChange(_ before: [Value]?, _ values: [Value], _ table: SyncedTable) -> Int? {
    guard let before, before.count == values.count else { return nil }
    var changed: Int?
    for column in values.indices where before[column] != values[column] {
      if changed != nil { return nil }
      changed = column
    }
    return changed.flatMap { $0 < table.keyCount ? nil : $0 }
  }

  /// Records the row that the library holds, nil for none, so that the library follows if the row should be different.
  func note(_ held: [Value]?, at place: RowPlace) throws(SyncError) {
    let old: Value = held.map { .blob(PackedBytes.pack($0)) } ?? .null
    try shadow.run("INSERT OR IGNORE INTO temp.changed VALUES (?, ?, ?)", place.bindings + [old])
  }

  /// Calls a closure, in batches, for each changed row that fulfils a condition on `temp.changed`; it may change others.
  func forEachChanged(
    of table: SyncedTable, where condition: String, _ body: (RowPlace) throws(SyncError) -> Void
  ) throws(SyncError) {
    var last = Value.null
    while true {
      let after = last.isNull ? "" : "AND key > ?2"
      let places = try shadow.rows(
        "SELECT key FROM temp.changed WHERE tbl = ?1 \(after) AND \(condition) ORDER BY key LIMIT 500",
        [.integer(table.id)] + (last.isNull ? [] : [last])
      ) { RowPlace(table, packed: $0.value(at: 0)) }
      guard let end = places.last else { return }
      for place in places { try body(place) }
      last = end.packed
    }
  }

  func noteVacated(_ place: RowPlace) { vacated.insert(place) }

  /// The values of the same row in the library before this take.
  func oldOfSame(_ place: RowPlace) throws(SyncError) -> [Value]? {
    vacated.contains(place) ? nil : try old(place)
  }

  /// The values at this key in the library before this take.
  func old(_ place: RowPlace) throws(SyncError) -> [Value]? {
    try shadow.rows("SELECT old FROM temp.changed WHERE tbl = ? AND key = ?", place.bindings) {
      $0.value(at: 0).bytes
    }
    .first.flatMap { $0 }.flatMap { PackedBytes.unpack($0) }
  }

  // MARK: Before a copy joins

  /// Keeps the original values of the changed rows, so that a joining copy of the library can be compared with those, too.
  func keepFormer() throws(SyncError) {
    try shadow.run("INSERT OR IGNORE INTO former SELECT tbl, key, old FROM temp.changed")
  }

  /// The values in the snapshot of a row that has changed since; nil if the row is unchanged, or not in the snapshot.
  func former(_ place: RowPlace) throws(SyncError) -> [Value]? {
    try shadow.rows("SELECT old FROM former WHERE tbl = ? AND key = ?", place.bindings) { $0.value(at: 0) }
      .first?.bytes.flatMap { PackedBytes.unpack($0) }
  }

  func endJoining() throws(SyncError) {
    try shadow.run("DELETE FROM meta WHERE name = 'joining'")
    try shadow.run("DELETE FROM former")
  }

  // MARK: Images

  func image(_ place: RowPlace) throws(SyncError) -> SharedImage? {
    guard tablesWithImages.contains(place.table.id) else { return nil }
    return try shadow.rows("SELECT reason, content FROM image WHERE tbl = ? AND key = ?", place.bindings) {
      SharedImage(
        reason: SharedImage.Reason(rawValue: $0.integer(at: 0)) ?? .deleted,
        values: PackedBytes.unpack($0.value(at: 1).bytes ?? []) ?? [])
    }.first
  }

  func forEachImage(of table: SyncedTable, _ body: (RowPlace, SharedImage) -> Void) throws(SyncError) {
    guard tablesWithImages.contains(table.id) else { return }
    let sql = "SELECT key, reason, content FROM image WHERE tbl = ?"
    try store { () throws(StoreError) in
      try shadow.connection.uncachedStatement(sql).forEachRow(binding: [.integer(table.id)]) { row in
        let values = PackedBytes.unpack(row.value(at: 2).bytes ?? []) ?? []
        guard let reason = SharedImage.Reason(rawValue: row.integer(at: 1)), !values.isEmpty else { return }
        body(RowPlace(table, packed: row.value(at: 0)), SharedImage(reason: reason, values: values))
      }
    }
  }

  func set(_ image: SharedImage, at place: RowPlace, note: String? = nil) throws(SyncError) {
    tablesWithImages.insert(place.table.id)
    let content: [Value] = [
      .integer(image.reason.rawValue), .blob(PackedBytes.pack(image.values)),
      note.map { .text(Text($0)) } ?? .null,
    ]
    try shadow.run("INSERT OR REPLACE INTO image VALUES (?, ?, ?, ?, ?)", place.bindings + content)
  }

  func removeImage(_ place: RowPlace) throws(SyncError) {
    guard tablesWithImages.contains(place.table.id) else { return }
    try shadow.run("DELETE FROM image WHERE tbl = ? AND key = ?", place.bindings)
  }

  /// Records that the library rejects the intended values, which are kept in an image.
  func refuse(_ place: RowPlace, note: String) throws(SyncError) {
    let old = try old(place)
    let new = try row(place)
    try set(SharedImage(reason: .refused, values: new ?? []), at: place, note: note)
    try put(old, at: place, before: new)
  }
}
