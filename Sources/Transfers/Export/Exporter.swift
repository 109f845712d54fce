import BookStore
import Formats
import Listings
import Queries
import Records
import SQLite
import Tables

/// Writes the rows of a table in a format, some at a time.
public final class Exporter {
  private let database: Database
  private let rows: RowSelection
  private let options: ExportOptions
  private let books: BookRows
  private var count = 0
  /// What of the books that were written the format has no place for.
  public private(set) var losses = ExportLosses()

  /// How many bytes are written at once.
  private static let blockSize = 1 << 18

  /// Makes an exporter of the rows that the database has; edits that are not written yet are not among them.
  ///
  /// - Parameter table: The table, or nil for the initial one.
  /// - Throws: Why the table cannot be read.
  public init(of store: BookStore, table: TableID? = nil, options: ExportOptions = ExportOptions())
    throws(StoreError)
  {
    database = store.database
    // References are shown by the titles of their rows, which are related fields, too.
    let count = try store.schema(of: table ?? store.schema.id).fields.count
    if options.display != nil || options.columns?.contains(where: { $0 >= count }) == true {
      try store.lists.completeSchema(of: table)
    }
    self.options = try Self.sorted(options, store.schema(of: table ?? store.schema.id))
    rows = try RowSelection(of: store, table: table, self.options.rows)
    let tables = try BookTables(database, books: rows.schema)
    books = BookRows(database, rows.sql, tables, options.format)
  }

  /// The options of a page, sorted by the field that has headings.
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

  /// The fields, in the order of the cells.
  public var fields: [Field] { places.map { schema.field(at: $0) } }

  /// The names of the cells: those of the key, if it is asked for, and those of the fields.
  public var columns: [String] { keyColumns + fields.map { display == nil ? $0.column : $0.label } }

  /// How values are shown; nil in formats that are not for people.
  private var display: (@Sendable (Value, Field) -> String)? {
    [.csv, .tsv, .markdown, .html].contains(options.format) ? options.display : nil
  }

  private var schema: Schema { rows.schema }
  private var sql: TableSQL { rows.sql }

  private var places: [Int] {
    let all = Array(schema.fields.indices)
    let isPage = options.format == .html
    var places = options.format.isOfBooks ? all : options.columns ?? (isPage ? schema.displayOrder : all)
    if display != nil { places = places.map(schema.titleOfReference) }
    if isPage, let group = options.group, !places.contains(group) { places.append(group) }
    return places
  }

  /// The columns of the key that are written before the fields.
  private var keyColumns: [String] {
    guard options.hasKey, !options.format.isOfBooks, options.format != .html, schema.key != .position else {
      return []
    }
    let shown = Set(fields.map(\.column))
    return schema.key.columns.filter { !shown.contains($0) }
  }

  /// Writes all rows, as they are at one moment.
  ///
  /// - Parameter write: Takes the next bytes, and throws `interrupted` to end the work.
  /// - Returns: How many rows there are.
  /// - Complexity: O(*n*) in the rows; no more than a row is in memory, and what is about to be written.
  /// - Throws: What `write` throws, or why the rows cannot be read.
  public func run(_ write: ([UInt8]) throws(StoreError) -> Void) throws(StoreError) -> Int {
    (count, losses) = (0, ExportLosses())
    switch options.format {
    case .csv where display == nil, .tsv where display == nil: try writeLines(write)
    case .html: try writePage(write)
    default: try writeRows(write)
    }
    return count
  }

  /// Reads all rows, as they are at one moment.
  ///
  /// - Parameter body: Takes the values of `columns`.
  /// - Throws: What `body` throws, or why the rows cannot be read.
  public func forEachRow(_ body: ([Value]) throws(StoreError) -> Void) throws(StoreError) {
    let count = columns.count
    try rows.forEachRow(columnList) { row throws(StoreError) in try body(row.values(at: 0..<count)) }
  }

  private var columnList: String {
    let list = keyColumns.map(quoted) + (places.isEmpty ? [] : [sql.columnList(places)])
    let key = options.format.isOfBooks && schema.key.isInteger ? [sql.keyList] : []
    return (list + key).joined(separator: ", ")
  }

  // MARK: Tables of text

  /// Writes cells straight from SQLite's memory.
  private func writeLines(_ write: ([UInt8]) throws(StoreError) -> Void) throws(StoreError) {
    var lines = CSVLines(options.format, isSafeForSpreadsheets: options.isSafeForSpreadsheets)
    for column in columns { Array(column.utf8).withUnsafeBytes { lines.append($0) } }
    lines.endLine()
    let columnCount = Int32(columns.count)
    try rows.forEachRow(columnList) { row throws(StoreError) in
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
    // SQLite writes fifteen digits, from which not every double comes back.
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

  // MARK: Other formats

  private func writeRows(_ write: ([UInt8]) throws(StoreError) -> Void) throws(StoreError) {
    let columns = columns
    var writer = FormatWriter(
      options.format, columns: columns, isSafeForSpreadsheets: options.isSafeForSpreadsheets)
    var bytes = writer.start()
    try rows.forEachRow(columnList) { row throws(StoreError) in
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
    var page = ListPage(schema, places: places, group: options.group, display: display ?? { $1.text(of: $0) })
    var bytes = page.start
    try rows.forEachRow(columnList) { row throws(StoreError) in
      bytes += page.row(row.values(at: columns)) { losses.noteLeftOut(places[$0]) }
      count += 1
      if bytes.count >= Self.blockSize {
        try write(bytes)
        bytes = []
      }
    }
    try write(bytes + page.end)
  }

  /// Reads a book again, to find out what of it was not written.
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
