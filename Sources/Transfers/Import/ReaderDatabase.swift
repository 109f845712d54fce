import BookStore
import Formats
import Records
import SQLite

/// A program's or an e-reader's SQLite database that has books: Calibre's, Kobo's or KOReader's.
struct ReaderDatabase {
  /// The first bytes of every SQLite database (sqlite.org/fileformat2.html, 1.3.1).
  static let signature = Array("SQLite format 3\u{0}".utf8)

  /// What it is.
  let format: Format
  private let connection: Connection
  /// Whether it is of a version of KOReader before 2020.
  private let isOld: Bool

  /// Recognises a database by its tables.
  ///
  /// - Throws: `noSuchTable` if it is none of them, or why it cannot be read.
  init(_ connection: Connection) throws(StoreError) {
    self.connection = connection
    let names = Set(try connection.rows("SELECT name FROM sqlite_schema") { $0.string(at: 0) })
    isOld = !names.contains("page_stat_data")
    if names.contains("books_authors_link") {
      format = .calibre
    } else if names.contains("book"), !names.isDisjoint(with: ["page_stat_data", "page_stat"]) {
      format = .koreader
    } else if names.contains("content"), names.contains("Bookmark") {
      format = .kobo
    } else {
      throw .noSuchTable("books_authors_link")
    }
  }

  /// All books as one JSON text.
  ///
  /// - Throws: Why they cannot be read.
  func json() throws(StoreError) -> [UInt8] {
    let text =
      switch format {
      case .koreader: KOReaderSQL.books(isOld: isOld)
      case .kobo: try KoboSQL(connection).books
      default: CalibreSQL.books
      }
    let books = try connection.rows(text) { $0.string(at: 0) }
    return Array("[\(books.joined(separator: ",\n"))]".utf8)
  }
}
