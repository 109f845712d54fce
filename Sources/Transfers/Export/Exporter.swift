import BookStore
import Formats
import Listings

/// Writes the rows of a table in a format.
public final class Exporter {
  private let database: Database
  private let rows: RowSelection
  private let options: ExportOptions
  private let books: BookRows
  private var count = 0
  /// What the format cannot hold of the written books.
  public private(set) var losses = ExportLosses()

  private static let blockSize = 1 << 18

  /// Creates an exporter, which does not see unwritten edits; a nil table is the initial one.
  public init(of store: BookStore, table: TableID? = nil, options: ExportOptions = ExportOptions())
    throws(StoreError)
  {
    database = store.database
    // The titles of references are related fields.
    let count = try store.schema(of: table ?? store.schema.id).fields.count
    if options.display != nil || options.columns?.contains(where: { $0 >= count }) == true {
      try store.lists.completeSchema(of: table)
    }
    self.options = try Self.sorted(options, store.schema(of: table ?? store.schema.id))
    rows = try RowSelection(of: store, table: table, self.options.rows)
    let tables = try BookTables(database, books: rows.schema)
    books = BookRows(database, rows.source.sql, tables, options.format)
  }

  private static func sorted(_ options: ExportOptions, _ schema: Schema) -> ExportOptions {
    guard options.format == .html, let field = options.group else { return options }
    var options = options
    let group = options.display == nil ? field : schema.titleOfReference(field)
    options.group = group
    let terms = options.rows.order.terms
    let isFirst = [field, group].contains(options.rows.order.field)
    let first = ListOrder.Term(field: group, isDescending: isFirst && options.rows.order.isDescending)
    options.rows.order = ListOrder([first] + terms.dropFirst(isFirst ? 1 : 0))
    return options
  }

  /// The fields in the order of the cells.
  public var fields: [Field] { places.map { schema.field(at: $0) } }

  /// The names of the cells: the key's, if requested, then the fields'.
  public var columns: [String] { keyColumns + fields.map { display == nil ? $0.column : $0.label } }

  private var display: (@Sendable (Value, Field) -> String)? {
    [.csv, .tsv, .markdown, .html].contains(options.format) ? options.display : nil
  }

  private var schema: Schema { rows.schema }
  private var sql: TableSQL { rows.source.sql }

  private var places: [Int] {
    let all = Array(schema.fields.indices)
    let isPage = options.format == .html
    var places = options.format.isOfBooks ? all : options.columns ?? (isPage ? schema.displayOrder : all)
    if display != nil { places = places.map(schema.titleOfReference) }
    if isPage, let group = options.group, !places.contains(group) { places.append(group) }
    return places
  }

  private var keyColumns: [String] {
    guard options.hasKey, !options.format.isOfBooks, options.format != .html, schema.key != .position else {
      return []
    }
    let shown = Set(fields.map(\.column))
    return schema.key.columns.filter { !shown.contains($0) }
  }

  /// Writes all rows, as they are at one moment, and returns their number; `write` may throw `interrupted`.
  ///
  /// - Complexity: O(*n*) in the rows; memory holds one row and the next block of output.
  public func run(_ write: ([UInt8]) throws(StoreError) -> Void) throws(StoreError) -> Int {
    (count, losses) = (0, ExportLosses())
    switch options.format {
    case .csv where display == nil, .tsv where display == nil: try writeLines(write)
    case .html: try writePage(write)
    default: try writeRows(write)
    }
    return count
  }

  /// Reads all rows in one snapshot, with the values of `columns`.
  public func forEachRow(_ body: ([Value]) throws(StoreError) -> Void) throws(StoreError) {
    let count = columns.count
    try rows.source.forEachRow(columnList, on: database.connection) { row throws(StoreError) in
      try body(row.values(at: 0..<count))
    }
  }

  private var columnList: String {
    let list = keyColumns.map(quoted) + (places.isEmpty ? [] : [sql.columnList(places)])
    let key = options.format.isOfBooks && schema.key.isInteger ? [sql.keyList] : []
    return (list + key).joined(separator: ", ")
  }

  private func writeLines(_ write: ([UInt8]) throws(StoreError) -> Void) throws(StoreError) {
    var lines = CSVLines(options.format, isSafeForSpreadsheets: options.isSafeForSpreadsheets)
    for column in columns { Array(column.utf8).withUnsafeBytes { lines.append($0) } }
    lines.endLine()
    let columnCount = Int32(columns.count)
    try rows.source.forEachRow(columnList, on: database.connection) { row throws(StoreError) in
      for column in 0..<columnCount { Self.append(column, of: row, to: &lines) }
      lines.endLine()
      count += 1
      if lines.bytes.count >= Self.blockSize {
        try write(lines.bytes)
        lines.removeAll()
      }
    }
    try write(lines.bytes)
  }

  private static func append(_ column: Int32, of row: PreparedStatement, to lines: inout CSVLines) {
    // SQLite would write fifteen digits, too few to restore every double.
    if row.isReal(at: column) {
      var text = Value.real(row.real(at: column)).plainText ?? ""
      return text.withUTF8 { lines.append(UnsafeRawBufferPointer($0)) }
    }
    let isBlob = row.isBlob(at: column)
    row.withBytes(at: column) { bytes in
      guard isBlob || EncodedBytes.isNeeded(for: bytes) else { return lines.append(bytes) }
      EncodedBytes.cell(Array(bytes), isText: !isBlob).withUnsafeBytes { lines.append($0) }
    }
  }

  private func writeRows(_ write: ([UInt8]) throws(StoreError) -> Void) throws(StoreError) {
    let columns = columns
    var writer = FormatWriter(
      options.format, columns: columns, isSafeForSpreadsheets: options.isSafeForSpreadsheets)
    var bytes = writer.start()
    try rows.source.forEachRow(columnList, on: database.connection) { row throws(StoreError) in
      let made = try formatRow(row, columns)
      bytes += writer.row(made)
      try noteLosses(made, row)
      count += 1
      if bytes.count >= Self.blockSize {
        try write(bytes)
        bytes = []
      }
    }
    try write(bytes + writer.end())
  }

  private func writePage(_ write: ([UInt8]) throws(StoreError) -> Void) throws(StoreError) {
    let (places, columns) = (places, columns.indices)
    var page = ListPage(
      schema, places: places, group: options.group, title: options.title,
      display: display ?? { $1.text(of: $0) })
    var bytes = page.start
    try rows.source.forEachRow(columnList, on: database.connection) { row throws(StoreError) in
      bytes += page.row(row.values(at: columns)) { losses.noteLeftOut(places[$0]) }
      count += 1
      if bytes.count >= Self.blockSize {
        try write(bytes)
        bytes = []
      }
    }
    try write(bytes + page.end)
  }

  private func noteLosses(_ made: FormatRow, _ row: PreparedStatement) throws(StoreError) {
    guard let readBack = FormatWriter.readBack(made, in: options.format) else { return }
    let key = schema.key.isInteger ? row.integer(at: Int32(columns.count)) : nil
    let hasNotes = try key.map { key throws(StoreError) in try books.hasNotedReading(key) } ?? false
    losses.note(made, schema, readBack: readBack, hasNotes: hasNotes)
  }

  private func formatRow(_ row: PreparedStatement, _ columns: [String]) throws(StoreError) -> FormatRow {
    var values = row.values(at: columns.indices)
    if let display {
      for (place, field) in zip(keyColumns.count..., fields) where !values[place].isNull {
        values[place] = .text(Text(display(values[place], field)))
      }
    }
    var found = FormatRow(columns: columns, values: values, isBook: options.format.isOfBooks)
    guard options.format.isOfBooks else { return found }
    if schema.key.isInteger { try books.addParts(of: row.integer(at: Int32(columns.count)), to: &found) }
    return found
  }
}
