import Formats
import Records

/// Adds what a file says of a book besides its fields: when it was read, its shelves, and where it comes from.
struct BookParts {
  private let editor: RowEditor
  private let tables: BookTables
  private let service: String

  init(_ editor: RowEditor, _ tables: BookTables, service: String) {
    (self.editor, self.tables, self.service) = (editor, tables, service)
  }

  /// Whether the library has nothing to add.
  var isEmpty: Bool { tables.readings == nil && tables.shelves == nil && tables.sources == nil }

  private var connection: Connection { editor.connection }

  /// Adds all that is not there yet; returns whether anything was added or changed.
  ///
  /// - Parameter isChanged: Whether the book is new or got something of the row.
  func add(
    _ row: FormatRow, to book: Int64, isChanged: Bool, _ recorder: RowRecorder
  ) throws(StoreError) -> Bool {
    let hasReadings = try addReadings(row, book, recorder)
    let hasShelves = try addShelves(row, book, recorder)
    // A row that has no name of its own, and nothing that the library lacks, may be one that was exported from it.
    let isKept = row.id != nil || isChanged || hasReadings || hasShelves
    guard isKept else { return false }
    let hasSource = try noteSource(row, book, recorder)
    return hasReadings || hasShelves || hasSource
  }

  /// Whether a row has a reading with a date that the library does not have.
  func hasNewReading(_ row: FormatRow, of book: Int64) throws(StoreError) -> Bool {
    for reading in row.readings where !reading.isUndated {
      if try !isKnown(reading, book) { return true }
    }
    return false
  }

  // MARK: Readings

  /// Adds the readings with dates that are not there, and as many without one as are missing then.
  private func addReadings(_ row: FormatRow, _ book: Int64, _ recorder: RowRecorder) throws(StoreError)
    -> Bool
  {
    guard let sql = tables.readings, !row.readings.isEmpty else { return false }
    var isChanged = false
    for reading in row.readings where !reading.isUndated {
      if try isKnown(reading, book) { continue }
      try insert(
        [
          ("book", .integer(book)), ("started", text(reading.started)), ("finished", text(reading.finished)),
          ("stopped", text(reading.stopped)),
        ], sql, recorder)
      isChanged = true
    }
    let count = try connection.integer("SELECT count(*) FROM reading WHERE book = ?", [.integer(book)]) ?? 0
    for _ in 0..<max(0, row.readings.count - Int(count)) {
      try insert([("book", .integer(book))], sql, recorder)
      isChanged = true
    }
    return isChanged
  }

  /// Whether a reading that ended, or began, on the same day is there.
  private func isKnown(_ reading: Reading, _ book: Int64) throws(StoreError) -> Bool {
    guard tables.readings != nil else { return true }
    let (column, date) =
      reading.finished.map { ("finished", $0) } ?? reading.stopped.map { ("stopped", $0) }
      ?? ("started", reading.started ?? "")
    return try connection.exists(
      "SELECT 1 FROM reading WHERE book = ? AND \(column) = ?", [.integer(book), .text(Text(date))])
  }

  // MARK: Shelves

  private func addShelves(_ row: FormatRow, _ book: Int64, _ recorder: RowRecorder) throws(StoreError) -> Bool
  {
    guard let shelves = tables.shelves, let shelved = tables.shelved else { return false }
    var isChanged = false
    for name in row.shelves {
      let known = try connection.integer("SELECT pk FROM shelf WHERE name = ?", [.text(Text(name))])
      let shelf: Int64?
      if let known {
        shelf = known
      } else {
        shelf = try insert([("name", .text(Text(name)))], shelves, recorder).rowid
      }
      guard let shelf else { continue }
      let isThere = try connection.exists(
        "SELECT 1 FROM book_shelf WHERE book = ? AND shelf = ?", [.integer(book), .integer(shelf)])
      if isThere { continue }
      try insert([("book", .integer(book)), ("shelf", .integer(shelf))], shelved, recorder)
      isChanged = true
    }
    return isChanged
  }

  // MARK: Where it comes from

  /// Keeps the row as the file has it, in the place of what an earlier file had.
  private func noteSource(_ row: FormatRow, _ book: Int64, _ recorder: RowRecorder) throws(StoreError) -> Bool
  {
    guard let sql = tables.sources else { return false }
    let json = Value.text(Text(row.json))
    let name = Value.text(Text(service))
    guard let id = row.id else {
      let isThere = try connection.exists(
        "SELECT 1 FROM source WHERE book = ? AND service = ? AND id IS NULL AND imported = ?",
        [.integer(book), name, json])
      if isThere { return false }
      try insert([("book", .integer(book)), ("service", name), ("imported", json)], sql, recorder)
      return true
    }
    let number = Value.text(Text(id))
    let held = try connection.row(
      "SELECT pk, imported FROM source WHERE book = ? AND service = ? AND id = ?",
      [.integer(book), name, number]
    ) { ($0.integer(at: 0), $0.value(at: 1)) }
    guard let (key, imported) = held else {
      try insert(
        [("book", .integer(book)), ("service", name), ("id", number), ("imported", json)], sql, recorder)
      return true
    }
    if imported == json { return false }
    try replace(json, of: key, sql, recorder)
    return true
  }

  private func replace(_ json: Value, of key: Int64, _ sql: TableSQL, _ recorder: RowRecorder)
    throws(StoreError)
  {
    guard let field = sql.schema.fields.firstIndex(where: { $0.column.lowercased() == "imported" }) else {
      return
    }
    let id = RecordID(.rowid(key), in: sql.schema.id)
    recorder.beginStatement()
    let before = recorder.reports(sql.schema.table) ? nil : try editor.heldCells(of: id, sql)
    try editor.database.change(sql.update([field]), sql.schema.table, of: id).run(binding: [json] + id.values)
    if let before { editor.noteUnreported(id, sql, before: before, isThere: true, recorder) }
  }

  @discardableResult
  private func insert(
    _ cells: [(column: String, value: Value)], _ sql: TableSQL, _ recorder: RowRecorder
  ) throws(StoreError) -> RecordID {
    recorder.beginStatement()
    let cells = cells.filter { !$0.value.isNull }.map {
      LoggedChange.Cell(column: $0.column, value: $0.value)
    }
    return try editor.insert(cells, sql, recorder)
  }

  private func text(_ date: String?) -> Value { date.map { .text(Text($0)) } ?? .null }
}
