import BookStore
import Formats
import Records
import SQLite

/// The SQLite database of Calibre, Kobo or KOReader.
struct ReaderDatabase {
  /// sqlite.org/fileformat2.html, 1.3.1.
  static let signature = Array("SQLite format 3\u{0}".utf8)

  let format: Format
  private let connection: Connection
  private let isOld: Bool

  /// Recognises the program by its tables; throws `noSuchTable` for any other database.
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
