import Records
import SQLite

/// Changes the keys of rows, along with all references to them.
struct KeyMover {
  let rows: SharedRows
  let births: Births
  let entries: Entries
  private var shadow: Shadow { rows.shadow }

  init(_ rows: SharedRows, _ births: Births, _ entries: Entries) {
    (self.rows, self.births, self.entries) = (rows, births, entries)
  }

  /// All present references to the key mean this row: rows that mean another row with the same key come later.
  func move(_ place: RowPlace, to new: RowPlace) throws(SyncError) {
    if let values = try rows.row(place) {
      rows.noteVacated(place)
      try rows.put(nil, at: place, before: values)
      let before = try rows.row(new)
      try rows.put(new.key + values.dropFirst(new.key.count), at: new, before: before)
    }
    if var image = try rows.image(place) {
      try rows.removeImage(place)
      image.values = new.key + image.values.dropFirst(new.key.count)
      try rows.set(image, at: new)
    }
    try entries.move(place, to: new)
    try shadow.run(
      "UPDATE OR REPLACE settling SET key = ? WHERE tbl = ? AND key = ?", [new.packed] + place.bindings)
    try births.move(place, to: new)
    if place.table.isPointedTo { try repoint(from: place, to: new) }
  }

  private func repoint(from place: RowPlace, to new: RowPlace) throws(SyncError) {
    for row in try rows.pointing(to: place) {
      try repoint(row.values, of: row.place.table, row.reference, to: new.key)
    }
    for table in shadow.tables {
      for reference in table.references where reference.table == place.table.name {
        try repointImages(of: table, reference, from: place.key, to: new.key)
        try repointEntries(of: table, reference, from: place.key, to: new.key)
      }
    }
  }

  private func repoint(
    _ values: [Value], of table: SyncedTable, _ reference: SyncedTable.Reference, to key: [Value]
  ) throws(SyncError) {
    let old = RowPlace(table, table.key(of: values))
    let new = Self.repointed(values, reference, to: key)
    let place = RowPlace(table, table.key(of: new))
    if place != old { try move(old, to: place) }
    try rows.put(new, at: place, before: try rows.row(place))
  }

  private static func repointed(
    _ values: [Value], _ reference: SyncedTable.Reference, to key: [Value]
  ) -> [Value] {
    var values = values
    for (place, value) in zip(reference.places, key) { values[place] = value }
    return values
  }

  private func repointImages(
    of table: SyncedTable, _ reference: SyncedTable.Reference, from old: [Value], to new: [Value]
  ) throws(SyncError) {
    let images = try shadow.rows("SELECT key, content FROM image WHERE tbl = ?", [.integer(table.id)]) {
      (RowPlace(table, packed: $0.value(at: 0)), PackedBytes.unpack($0.value(at: 1).bytes ?? []) ?? [])
    }
    for (place, values) in images where values.count == table.file.columns.count {
      guard reference.places.map({ values[$0] }) == old, var image = try rows.image(place) else { continue }
      image.values = Self.repointed(values, reference, to: new)
      let moved = RowPlace(table, table.key(of: image.values))
      if moved != place { try move(place, to: moved) }
      try rows.set(image, at: moved)
    }
  }

  /// Concurrent writes hold keys, too.
  private func repointEntries(
    of table: SyncedTable, _ reference: SyncedTable.Reference, from old: [Value], to new: [Value]
  ) throws(SyncError) {
    guard reference.places.count == 1 else { return }
    let (before, after) = (Value.blob(PackedBytes.pack(old)), Value.blob(PackedBytes.pack(new)))
    for column in ["value", "old"] {
      try shadow.run(
        "UPDATE entry SET \(column) = ? WHERE tbl = ? AND col = ? AND \(column) = ?",
        [after, .integer(table.id), .integer(Int64(reference.places[0])), before])
    }
  }
}
