import Records

/// Reads a row's fields, and of those that are too large only size and first bytes.
///
/// A row is one statement, as long as no text or blob in it passes `LargeValue.limit`; then it is two more. The blobs of
/// photo and blob fields are left out by the first one, and their first bytes are read from the pages that they are on.
///
/// What SQLite itself reads is another matter. The pages of a row are a chain, so a field that lies behind a large one
/// costs a walk over all its pages, though only a page cache of them is held. And values exist only as a whole, which
/// SQLite gives back as soon as the row was read, where they cannot be read in pieces: in a table without rowids, whose
/// keys it compares with the whole row in memory, in a view, a virtual table, or a table with computed columns, and in
/// a database in UTF-16.
struct RowReader {
  let connection: Connection
  let sql: TableSQL
  /// What the rows are read for.
  var purpose = StatementPurpose.hydrate

  /// What there is of a row.
  struct Row {
    var values: [Value]
    var large: [LargeField] = []

    /// The values with how the large ones begin in their places.
    var shownValues: [Value] {
      var shown = values
      for field in large { shown[field.index] = field.value.shown }
      return shown
    }
  }

  /// The fields of a row, or nil if the table does not have it.
  func read(_ id: RecordID) throws(StoreError) -> Row? {
    guard sql.isReadableInPieces else { return try readFirst(id, isLimited: false) }
    do {
      return try connection.withLengthLimit(LargeValue.limit) { () throws(StoreError) in
        try readFirst(id, isLimited: true)
      }
    } catch {
      guard error.isTooBig else { throw error }
      return try connection.isUTF8 ? readCarefully(id) : readFirst(id, isLimited: false)
    }
  }

  /// Reads all but the blobs that are left out, and adds those.
  ///
  /// - Parameter isLimited: Whether nothing large can come, which saves looking for it.
  private func readFirst(_ id: RecordID, isLimited: Bool) throws(StoreError) -> Row? {
    var sizes: [Value] = []
    let row = try connection.row(sql.hydrate, id.values, for: purpose, of: id) { row in
      let end = sql.schema.fields.endIndex
      if !sql.bytesFields.isEmpty { sizes = row.values(at: end..<end + sql.bytesFields.count) }
      return isLimited ? Row(values: row.values(at: 0..<end)) : row.boundedValues(at: 0..<end)
    }
    guard var row else { return nil }
    try addBlobs(sizes, of: id, to: &row)
    return row
  }

  /// Adds what is known of the blobs of `bytesFields` that were left out, of which there are sizes.
  func addBlobs(_ sizes: [Value], of id: RecordID, to row: inout Row) throws(StoreError) {
    for (field, size) in zip(sql.bytesFields, sizes) {
      guard case .integer(let size) = size else { continue }
      row.large.append(try blob(field, of: id, byteCount: Int(size)))
    }
    if row.large.count > 1 { row.large.sort { $0.index < $1.index } }
  }

  /// What is known of a blob that was left out.
  private func blob(_ field: Int, of id: RecordID, byteCount: Int) throws(StoreError) -> LargeField {
    if let reader = BlobReader(field, of: id, isText: false, sql, on: connection) {
      return LargeField(index: field, value: try reader.large(isText: false))
    }
    var head: Value?
    if byteCount <= TableSQL.wholeLimit {
      let text = sql.expression({ "substr(\($0), 1, \(LargeValue.headLimit))" }, of: field)
      head = try first(text, id)
    }
    let large = LargeValue(isText: false, byteCount: byteCount, head: head?.bytes ?? [])
    return LargeField(index: field, value: large)
  }

  /// Finds out what is large before anything is read, which the row's header is enough for.
  private func readCarefully(_ id: RecordID) throws(StoreError) -> Row? {
    let types = sql.expressions { "typeof(\($1))" }
    guard let types = try firstRow(types, id)?.values else { return nil }
    var large: [LargeField] = []
    for (field, type) in types.enumerated() where type == "text" || type == "blob" {
      guard let reader = BlobReader(field, of: id, isText: type == "text", sql, on: connection),
        reader.byteCount > limit(field, isText: type == "text")
      else { continue }
      large.append(LargeField(index: field, value: try reader.large(isText: type == "text")))
    }
    let left = Set(large.map(\.index))
    guard var row = try firstRow(sql.expressions({ left.contains($0) ? "NULL" : $1 }), id) else { return nil }
    // What another program has made large meanwhile was read, and is left out all the same.
    row.large = (row.large.filter { !left.contains($0.index) } + large).sorted { $0.index < $1.index }
    return row
  }

  private func firstRow(_ text: String, _ id: RecordID) throws(StoreError) -> Row? {
    try connection.uncachedStatement(text, for: purpose, of: id).firstRow(binding: id.values) {
      row in
      row.boundedValues(at: sql.schema.fields.indices)
    }
  }

  /// The first column of a query over one row, which is not kept.
  private func first(_ text: String, _ id: RecordID) throws(StoreError) -> Value? {
    try connection.uncachedStatement(text, for: purpose, of: id).firstRow(binding: id.values) {
      $0.value(at: 0)
    }
  }

  private func limit(_ field: Int, isText: Bool) -> Int {
    !isText && sql.schema.fields[field].kind.isBytes ? LargeValue.headLimit : LargeValue.limit
  }

  /// All of one field's value, or nil if the table does not have the row.
  func value(_ field: Int, of id: RecordID) throws(StoreError) -> Value? {
    if let (reader, isText) = try reader(of: field, id) { return try reader.value(isText: isText) }
    return try first(sql.value(field), id)
  }

  /// Opens a text or blob to be read in pieces, if it can be.
  func reader(of field: Int, _ id: RecordID) throws(StoreError) -> (BlobReader, isText: Bool)? {
    guard sql.isReadableInPieces else { return nil }
    let text = sql.expression({ "typeof(\($0))" }, of: field)
    let type = try first(text, id)
    guard type == "text" || type == "blob" else { return nil }
    return BlobReader(field, of: id, isText: type == "text", sql, on: connection).map { ($0, type == "text") }
  }

  /// The title of a row with no more bytes than a head has, or nil if the table does not have the row.
  func title(of id: RecordID) throws(StoreError) -> Value? {
    let statement = try connection.statement(sql.title, for: purpose, of: id)
    do {
      return try connection.withTitleLimit(sql) { () throws(StoreError) in
        try statement.firstRow(binding: id.values) { $0.shownValue(at: 0) }
      }
    } catch {
      guard error.isTooBig else { throw error }
      return try read(id).map { sql.schema.title(of: $0.shownValues).head }
    }
  }
}

extension Connection {
  /// Reads titles, none of which is more than a head where that can be told before they are read.
  func withTitleLimit<Result>(
    _ sql: TableSQL, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    sql.isReadableInPieces ? try withLengthLimit(LargeValue.headLimit, body) : try body()
  }
}

extension Value {
  /// The value, or of a text or blob of more bytes than a head has its head.
  var head: Value {
    payloadByteCount <= LargeValue.headLimit ? self : LargeValue(self)?.shown ?? self
  }

  /// The bytes of a text or blob.
  var bytes: [UInt8]? {
    switch self {
    case .text(let text): text.bytes
    case .blob(let bytes): bytes
    case .null, .integer, .real: nil
    }
  }
}
