import Records

/// The values, or digests, of rows that were inserted or deleted; each belongs to a change.
extension EditLog {
  /// Adds what the rows of a run held; nothing for an edit.
  func appendImage(of run: RowRun, _ change: Int64) throws(StoreError) {
    guard let image = run.changes.first?.image else { return }
    if let file = run.changes.first?.file { return try append(file, image, change) }
    try connection.statement("INSERT INTO image VALUES (?, ?, ?, ?)").run(binding: [
      .integer(change), .integer(try layout(of: image.columns)), .integer(run.isFalling ? 1 : 0), run.content,
    ])
  }

  /// Adds what a file has of a row, a piece at a time.
  private func append(_ file: RowFile, _ image: RowImage, _ change: Int64) throws(StoreError) {
    try connection.statement("INSERT INTO image VALUES (?, ?, 0, zeroblob(?))").run(binding: [
      .integer(change), .integer(try layout(of: image.columns)), .integer(Int64(file.range.count)),
    ])
    let blob = try BlobWriter(table: "image", column: "content", rowid: change, on: connection)
    try file.forEachPiece { piece throws(StoreError) in try blob.append(piece) }
  }

  /// The rows of a change and what they held, in the order in which they were changed; nothing where that makes no sense.
  func images(
    of change: Int64, _ kind: ChangeEntry.Kind, _ key: RecordID.Key, rows: Int
  ) throws(StoreError) -> [(key: RecordID.Key, image: RowImage)] {
    let sql =
      "SELECT content, columns, falling FROM image i JOIN layout l ON l.id = i.layout WHERE i.change = ?"
    var (content, names, isFalling) = (Value.null, [UInt8](), false)
    try connection.statement(sql).forEachRow(binding: [.integer(change)]) { row in
      (content, isFalling) = (row.value(at: 0), row.integer(at: 2) != 0)
      names = row.value(at: 1).bytes ?? []
    }
    let columns = (PackedBytes.unpack(names) ?? []).compactMap { name in
      if case .text(let text) = name { text.string } else { nil }
    }
    let images = RowRun.images(content, of: kind, rows: rows, columns: columns) ?? []
    return images.enumerated().compactMap { place, image in
      key.advanced(by: isFalling ? rows - 1 - place : place).map { ($0, image) }
    }
  }

  /// The number of a layout with some columns, which is made if there is none.
  private func layout(of columns: [String]) throws(StoreError) -> Int64 {
    let packed = Value.blob(PackedBytes.pack(columns.lazy.map { .text(Text($0)) }))
    let known = try connection.statement("SELECT id FROM layout WHERE columns = ?").firstRow(
      binding: [packed]) { $0.integer(at: 0) }
    if let known { return known }
    try connection.statement("INSERT INTO layout (columns) VALUES (?)").run(binding: [packed])
    return connection.lastInsertedRowID
  }

  /// Packs the values of rows, each of which was an entry of its own in older formats, in the transaction that is open.
  func packCells() throws(StoreError) {
    for sql in Self.runTables { try connection.run(sql) }
    let sql = "SELECT id, kind FROM change WHERE id > ? AND kind <> 0 ORDER BY id LIMIT 1"
    var last: Int64? = 0
    while let place = last {
      last = try connection.statement(sql).firstRow(binding: [.integer(place)]) { row throws(StoreError) in
        try pack(row.integer(at: 0), isInsertion: row.integer(at: 1) == 1)
        return row.integer(at: 0)
      }
    }
    try connection.run("DROP TABLE cell")
  }

  private func pack(_ change: Int64, isInsertion: Bool) throws(StoreError) {
    var cells: [LoggedChange.Cell] = []
    let sql = "SELECT \"column\", value FROM cell WHERE change = ? ORDER BY id"
    try connection.statement(sql).forEachRow(binding: [.integer(change)]) { row in
      cells.append(LoggedChange.Cell(column: row.string(at: 0), value: row.value(at: 1)))
    }
    let image = RowImage.cells(cells)
    let content: LoggedChange.Content = isInsertion ? .insertion(image) : .deletion(image)
    let logged = LoggedChange(table: "", key: .rowid(0), title: .null, content: content)
    try appendImage(of: RowRun(changes: [logged]), change)
  }
}

extension RecordID.Key {
  /// The key so many rows further on; nil where there is none.
  func advanced(by count: Int) -> RecordID.Key? {
    guard count > 0 else { return self }
    guard let rowid, rowid <= .max - Int64(count) else { return nil }
    return .rowid(rowid + Int64(count))
  }
}
