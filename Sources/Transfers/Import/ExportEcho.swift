import Formats
import Listings
import SQLite

/// Recognises rows that an export of the library would write for its books.
///
/// Book formats lose data: Goodreads has only whole stars. An exported row may therefore differ from its unchanged book, but must
/// neither change the book nor add another.
final class ExportEcho {
  private let books: BookRows
  private let format: Format
  private var untitled: MatchIndex?

  init?(_ database: Database, _ sql: TableSQL, _ tables: BookTables, _ format: Format) {
    guard format.isOfBooks, format.canWrite else { return nil }
    books = BookRows(database, sql, tables, format)
    self.format = format
  }

  func isEcho(_ row: FormatRow, of book: Int64) throws(StoreError) -> Bool {
    guard let written = try written(book) else { return false }
    return Self.content(row) == Self.content(written) && Self.isName(row.id, of: written.id)
      && Self.filledColumns(row).isSubset(of: Self.filledColumns(written))
  }

  func book(of row: FormatRow, among books: [Int64]) throws(StoreError) -> Int64? {
    for book in books {
      if try isEcho(row, of: book) { return book }
    }
    return nil
  }

  func book(of row: FormatRow, amongUntitled untitledBooks: [Int64]) throws(StoreError) -> Int64? {
    if untitled == nil {
      var index = MatchIndex()
      for book in untitledBooks {
        if let written = try written(book) { index.append(Self.hash(written), book) }
      }
      index.sort()
      untitled = index
    }
    return try self.book(of: row, among: untitled?.keys(Self.hash(row)) ?? [])
  }

  private func written(_ book: Int64) throws(StoreError) -> FormatRow? {
    try books.row(of: book).flatMap { FormatWriter.readBack($0, in: format) }
  }

  private static func content(_ row: FormatRow) -> Content {
    Content(book: row.book, readings: row.readings, shelves: row.shelves)
  }

  private static func hash(_ row: FormatRow) -> UInt64 { UInt64(bitPattern: Int64(content(row).hashValue)) }

  private static func isName(_ name: String?, of written: String?) -> Bool {
    guard let name else { return true }
    return written.map { FormatWriter.isName(name, madeOf: $0) } ?? false
  }

  private static func filledColumns(_ row: FormatRow) -> Set<String> {
    Set(row.columns.filter { row.text($0) != nil })
  }

  private struct Content: Hashable {
    let book: [BookField: String]
    let readings: [Reading]
    let shelves: [String]
  }
}
