import Records
import SQLite

/// The values or digests of inserted or deleted rows, by change.
struct LogImages {
  let connection: Connection

  /// - Parameter file: All values of a row, if some are too large for memory; the change has NULL for those.
  func append(_ run: RowRun, _ image: RowImage, _ file: RowFile?, of change: Int64) throws(StoreError) {
    if let file { return try append(file, image, of: change) }
    try append(run.content, image.columns, isFalling: run.isFalling, of: change)
  }

  func append(_ run: PackedRows.Run, columns: [String], of change: Int64) throws(StoreError) {
    try append(run.content, columns, isFalling: run.isFalling, of: change)
  }

  private func append(
    _ content: [UInt8], _ columns: [String], isFalling: Bool, of change: Int64
  ) throws(StoreError) {
    try connection.execute(
      "INSERT INTO image VALUES (?, ?, ?, ?)",
      [
        .integer(change), .integer(try layout(of: columns)), .integer(isFalling ? 1 : 0), .blob(content),
      ])
  }

  private func append(_ file: RowFile, _ image: RowImage, of change: Int64) throws(StoreError) {
    try connection.execute(
      "INSERT INTO image VALUES (?, ?, 0, zeroblob(?))",
      [.integer(change), .integer(try layout(of: image.columns)), .integer(Int64(file.range.count))])
    let blob = try BlobWriter(table: "image", column: "content", rowid: change, on: connection)
    try file.forEachPiece { piece throws(StoreError) in try blob.append(piece) }
  }

  /// Ordered as the rows were changed; empty if damaged.
  func images(
    of change: Int64, _ kind: Change.Kind, _ key: RecordID.Key, rows: Int
  ) throws(StoreError) -> [(key: RecordID.Key, image: RowImage)] {
    let sql =
      "SELECT content, columns, falling FROM image i JOIN layout l ON l.id = i.layout WHERE i.change = ?"
    let found = try connection.row(sql, [.integer(change)]) {
      (content: $0.value(at: 0), names: $0.value(at: 1).bytes ?? [], isFalling: $0.integer(at: 2) != 0)
    }
    guard let (content, names, isFalling) = found else { return [] }
    let columns = (PackedBytes.unpack(names) ?? []).compactMap { name in
      if case .text(let text) = name { text.string } else { nil }
    }
    let images = RowRun.images(content, of: kind, rows: rows, columns: columns) ?? []
    return images.enumerated().compactMap { place, image in
      key.advanced(by: isFalling ? rows - 1 - place : place).map { ($0, image) }
    }
  }

  private func layout(of columns: [String]) throws(StoreError) -> Int64 {
    let packed = Value.blob(PackedBytes.pack(columns.lazy.map { .text(Text($0)) }))
    if let known = try connection.integer("SELECT id FROM layout WHERE columns = ?", [packed]) {
      return known
    }
    try connection.execute("INSERT INTO layout (columns) VALUES (?)", [packed])
    return connection.lastInsertedRowID
  }
}

extension RecordID.Key {
  func advanced(by count: Int) -> RecordID.Key? {
    guard count > 0 else { return self }
    guard let rowid, rowid <= .max - Int64(count) else { return nil }
    return .rowid(rowid + Int64(count))
  }
}
