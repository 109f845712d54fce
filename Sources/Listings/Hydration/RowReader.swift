import Records
import SQLite

/// Reads a row's fields; of a value larger than `LargeValue.limit`, only the size and the first bytes.
///
/// SQLite walks all pages of a large value to reach a later field. In tables without rowids (SQLite compares whole rows) or
/// with computed columns, views, virtual tables and UTF-16 databases, values are in memory while the row is read.
package struct RowReader {
  package let connection: Connection
  package let sql: TableSQL
  package var purpose = StatementPurpose.hydrate

  package init(connection: Connection, sql: TableSQL, purpose: StatementPurpose = .hydrate) {
    (self.connection, self.sql, self.purpose) = (connection, sql, purpose)
  }

  package struct Row {
    package var values: [Value]
    package var large: [LargeField] = []

    package var shownValues: [Value] {
      var shown = values
      for field in large { shown[field.index] = field.value.shown }
      return shown
    }
  }

  package func read(_ id: RecordID) throws(StoreError) -> Row? {
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

  /// `isLimited` says that large values are impossible, which saves checking for them.
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

  func addBlobs(_ sizes: [Value], of id: RecordID, to row: inout Row) throws(StoreError) {
    for (field, size) in zip(sql.bytesFields, sizes) {
      guard case .integer(let size) = size else { continue }
      row.large.append(try blob(field, of: id, byteCount: Int(size)))
    }
    if row.large.count > 1 { row.large.sort { $0.index < $1.index } }
  }

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

  /// Determines which values are large before reading any, which needs only the row's header.
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
    // A value that another program has made large meanwhile was read, but is left out anyway.
    row.large = (row.large.filter { !left.contains($0.index) } + large).sorted { $0.index < $1.index }
    return row
  }

  private func firstRow(_ text: String, _ id: RecordID) throws(StoreError) -> Row? {
    try connection.uncachedStatement(text, for: purpose, of: id).firstRow(binding: id.values) {
      row in
      row.boundedValues(at: sql.schema.fields.indices)
    }
  }

  private func first(_ text: String, _ id: RecordID) throws(StoreError) -> Value? {
    try connection.uncachedStatement(text, for: purpose, of: id).firstRow(binding: id.values) {
      $0.value(at: 0)
    }
  }

  private func limit(_ field: Int, isText: Bool) -> Int {
    !isText && sql.schema.fields[field].kind.isBytes ? LargeValue.headLimit : LargeValue.limit
  }

  package func value(_ field: Int, of id: RecordID) throws(StoreError) -> Value? {
    if let (reader, isText) = try reader(of: field, id) { return try reader.value(isText: isText) }
    return try first(sql.value(field), id)
  }

  package func reader(of field: Int, _ id: RecordID) throws(StoreError) -> (BlobReader, isText: Bool)? {
    guard sql.isReadableInPieces else { return nil }
    let text = sql.expression({ "typeof(\($0))" }, of: field)
    let type = try first(text, id)
    guard type == "text" || type == "blob" else { return nil }
    return BlobReader(field, of: id, isText: type == "text", sql, on: connection).map { ($0, type == "text") }
  }

  /// Cut to the size of a head; nil if the row does not exist.
  package func title(of id: RecordID) throws(StoreError) -> Value? {
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
  /// Limits titles to the size of a head, if their size can be checked before they are read.
  func withTitleLimit<Result>(
    _ sql: TableSQL, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    sql.isReadableInPieces ? try withLengthLimit(LargeValue.headLimit, body) : try body()
  }
}

extension Value {
  package var head: Value {
    payloadByteCount <= LargeValue.headLimit ? self : LargeValue(self)?.shown ?? self
  }
}
