import GRDBSQLite
import Records

/// Reads a row's fields, and of those that are too large only size and first bytes.
///
/// A row is one statement, as long as no text or blob in it passes `LargeValue.limit`; then it is two more. The blobs of
/// photo and blob fields are left out by the first one, and their first bytes are read from the pages that they are on.
///
/// What SQLite itself reads is another matter. The pages of a row are a chain, so a field that lies behind a large one
/// costs a walk over all its pages, though only a page cache of them is held. It compares the keys of a table without
/// rowids with the whole row in memory. What a view, a virtual table or a generated column gives exists only as a whole,
/// and so does a text of a database in UTF-16. There the size of a text, and first bytes, cost a read of the value, whose
/// memory SQLite gives back at once; a blob of more than `RowReader.slowLimit` bytes has no head then.
struct RowReader {
  let connection: Connection
  let sql: TableSQL

  /// The largest blob that is read for its first bytes where all of it has to be.
  static let slowLimit = 16 << 20

  /// What there is of a row.
  struct Row {
    var values: [Value]
    var large: [LargeField] = []
  }

  /// The fields of a row, or nil if the table does not have it.
  func read(_ id: RecordID) throws(StoreError) -> Row? {
    do {
      return try connection.withLengthLimit(LargeValue.limit) { () throws(StoreError) in
        try readSmall(id)
      }
    } catch {
      guard error.isTooBig else { throw error }
      return try readCarefully(id)
    }
  }

  private func readSmall(_ id: RecordID) throws(StoreError) -> Row? {
    let fields = sql.schema.fields.indices
    var sizes: [Value] = []
    let values = try connection.statement(sql.hydrate).firstRow(binding: id.values) {
      row throws(StoreError) in
      if !sql.bytesFields.isEmpty {
        sizes = try row.values(at: fields.endIndex..<fields.endIndex + sql.bytesFields.count)
      }
      return try row.values(at: fields)
    }
    guard let values else { return nil }
    var row = Row(values: values)
    for (field, size) in zip(sql.bytesFields, sizes) {
      guard case .integer(let size) = size else { continue }
      row.large.append(try large(field, of: id, isText: false, byteCount: Int(size)))
    }
    return row
  }

  /// Finds out what is large before anything is read.
  private func readCarefully(_ id: RecordID) throws(StoreError) -> Row? {
    guard let sizes = try sizes(id) else { return nil }
    var large: [LargeField] = []
    for (field, size) in sizes.enumerated() {
      guard let size, size.byteCount > limit(field) else { continue }
      large.append(try self.large(field, of: id, isText: size.isText, byteCount: size.byteCount))
    }
    let left = Set(large.map(\.index))
    let text = sql.expressions { left.contains($0) ? "NULL" : $1 }
    let values = try connection.uncachedStatement(text).firstRow(binding: id.values) {
      row throws(StoreError) in try row.values(at: sql.schema.fields.indices)
    }
    return values.map { Row(values: $0, large: large) }
  }

  private func limit(_ field: Int) -> Int {
    sql.schema.fields[field].kind.isBytes ? LargeValue.headLimit : LargeValue.limit
  }

  private typealias Size = (isText: Bool, byteCount: Int)

  /// The sizes of the texts and blobs of a row, by field, or nil if the table does not have it.
  private func sizes(_ id: RecordID) throws(StoreError) -> [Size?]? {
    // Texts are negative, to be measured one by one: SQLite knows the size of a blob without reading it.
    let text = sql.expressions { "CASE typeof(\($1)) WHEN 'blob' THEN length(\($1)) WHEN 'text' THEN -1 END" }
    let found = try connection.uncachedStatement(text).firstRow(binding: id.values) {
      row throws(StoreError) in try row.values(at: sql.schema.fields.indices)
    }
    guard let found else { return nil }
    var sizes: [Size?] = []
    for (field, size) in found.enumerated() {
      switch size {
      case .integer(-1): sizes.append((true, try textSize(field, of: id)))
      case .integer(let size): sizes.append((false, Int(size)))
      default: sizes.append(nil)
      }
    }
    return sizes
  }

  private func textSize(_ field: Int, of id: RecordID) throws(StoreError) -> Int {
    if let reader = BlobReader(field, of: id, isText: true, sql, on: connection) { return reader.byteCount }
    let text = sql.expression({ "length(CAST(\($0) AS BLOB))" }, of: field)
    let size = try connection.uncachedStatement(text).firstRow(binding: id.values) { Int($0.integer(at: 0)) }
    return size ?? 0
  }

  /// Reads how a value begins.
  private func large(
    _ field: Int, of id: RecordID, isText: Bool, byteCount: Int
  ) throws(StoreError) -> LargeField {
    var size = byteCount
    var head: [UInt8] = []
    if let reader = BlobReader(field, of: id, isText: isText, sql, on: connection) {
      size = reader.byteCount
      head = try reader.read(0..<min(size, LargeValue.headLimit))
    } else if isText || size <= Self.slowLimit {
      head = try slowHead(field, of: id, isText: isText)
    }
    return LargeField(index: field, value: LargeValue(isText: isText, byteCount: size, head: head))
  }

  private func slowHead(_ field: Int, of id: RecordID, isText: Bool) throws(StoreError) -> [UInt8] {
    // As bytes, for a text ends at its first zero in functions; but those of UTF-16 are not for us.
    let isConverted = isText && !connection.isUTF8
    let text = sql.expression(
      { "substr(\(isConverted ? $0 : "CAST(\($0) AS BLOB)"), 1, \(LargeValue.headLimit))" }, of: field)
    let head = try connection.uncachedStatement(text).firstRow(binding: id.values) {
      row throws(StoreError) in try row.value(at: 0)
    }
    return head?.bytes ?? []
  }

  /// All of one field's value, or nil if the table does not have the row.
  func value(_ field: Int, of id: RecordID) throws(StoreError) -> Value? {
    let type = try connection.uncachedStatement(sql.expression({ "typeof(\($0))" }, of: field)).firstRow(
      binding: id.values
    ) { row throws(StoreError) in try row.value(at: 0) }
    if type == "text" || type == "blob" {
      let isText = type == "text"
      if let reader = BlobReader(field, of: id, isText: isText, sql, on: connection) {
        return try reader.value(isText: isText)
      }
    }
    return try connection.uncachedStatement(sql.value(field)).firstRow(binding: id.values) {
      row throws(StoreError) in try row.value(at: 0)
    }
  }
}

extension Value {
  /// The bytes of a text or blob.
  var bytes: [UInt8]? {
    switch self {
    case .text(let text): text.bytes
    case .blob(let bytes): bytes
    case .null, .integer, .real: nil
    }
  }
}
