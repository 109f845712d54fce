import Formats
import SQLite

struct ReaderDatabase {
  /// sqlite.org/fileformat2.html, 1.3.1.
  static let signature = Array("SQLite format 3\u{0}".utf8)

  let format: Format
  private let connection: Connection
  private let isOld: Bool

  /// Throws `noSuchTable` for a database of an unknown program.
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

/// The books of Calibre's `metadata.db`, in the format of `calibredb list --for-machine`.
enum CalibreSQL {
  private static func linked(_ table: String, _ column: String, _ value: String) -> String {
    "(SELECT \(value) FROM books_\(table)_link l JOIN \(table) t ON t.id = l.\(column) WHERE l.book = b.id)"
  }

  // Calibre stores a comma in an author's name as a bar.
  static let books = """
    SELECT json_object('id', b.id, 'uuid', b.uuid, 'title', b.title,
      'authors', (SELECT group_concat(replace(name, '|', ','), ' & ') FROM
        (SELECT t.name FROM books_authors_link l JOIN authors t ON t.id = l.author WHERE l.book = b.id ORDER BY l.id)),
      'series', \(linked("series", "series", "t.name")),
      'series_index', CASE WHEN EXISTS (SELECT 1 FROM books_series_link WHERE book = b.id) THEN b.series_index END,
      'publisher', \(linked("publishers", "publisher", "t.name")),
      'rating', \(linked("ratings", "rating", "t.rating")),
      'languages', \(linked("languages", "lang_code", "group_concat(t.lang_code, ', ')")),
      'tags', \(linked("tags", "tag", "group_concat(t.name, '; ')")),
      'pubdate', b.pubdate, 'timestamp', b.timestamp,
      'comments', (SELECT text FROM comments WHERE book = b.id),
      'isbn', (SELECT val FROM identifiers WHERE book = b.id AND type = 'isbn'),
      'identifiers', (SELECT json_group_object(type, val) FROM identifiers WHERE book = b.id),
      'cover', CASE WHEN b.has_cover THEN b.path || '/cover.jpg' END)
    FROM books b ORDER BY b.id
    """
}

/// KOReader's `statistics.sqlite3`: each book as a JSON object, with its reading days.
///
/// KOReader's page numbers depend on the font, so only the percentage is used. Moments are in this machine's zone.
enum KOReaderSQL {
  /// Before 2020, KOReader stored no page count with each session.
  static func books(isOld: Bool) -> String {
    let sessions =
      isOld
      ? "(SELECT s.id_book, s.page, s.start_time, s.period AS duration, b.pages AS total_pages FROM page_stat s JOIN book b ON b.id = s.id_book)"
      : "page_stat_data"
    return """
      SELECT json_object('id', nullif(\(plain("md5")), ''), 'title', \(plain("title")),
        'authors', nullif(nullif(replace(\(plain("authors")), char(10), '; '), 'N/A'), ''),
        'series', nullif(nullif(\(plain("series")), 'N/A'), ''), 'language', nullif(nullif(\(plain("language")), 'N/A'), ''),
        'progress', (SELECT json_group_array(json_object('at', \(EReaderMoment.text("t")), 'from', f, 'to', t,
          'percent', CASE WHEN total_pages > 0 THEN round(min(100.0, 100.0 * page / total_pages), 1) END,
          'minutes', (s + 30) / 60))
          FROM (SELECT f, t, s, (SELECT page FROM \(sessions) AS last WHERE id_book = book.id AND start_time = t) AS page,
              (SELECT total_pages FROM \(sessions) AS last WHERE id_book = book.id AND start_time = t) AS total_pages
            FROM (SELECT min(start_time) AS f, max(start_time) AS t, CAST(sum(duration) AS INTEGER) AS s
              FROM \(sessions) AS sessions WHERE id_book = book.id AND typeof(start_time) = 'integer'
              GROUP BY date(start_time, 'unixepoch', 'localtime')) ORDER BY t)))
      FROM book WHERE title IS NOT NULL ORDER BY id
      """
  }

  private static func plain(_ column: String) -> String { "CAST(\(column) AS TEXT)" }
}

/// Kobo's `KoboReader.sqlite`: each book as a JSON object; versions have different columns.
struct KoboSQL {
  private let contents, bookmarks: Set<String>
  private let hasRatings: Bool

  init(_ connection: Connection) throws(StoreError) {
    let columns = { (table: String) throws(StoreError) -> Set<String> in
      Set(try connection.rows("SELECT name FROM pragma_table_info('\(table)')") { $0.string(at: 0) })
    }
    (contents, bookmarks) = (try columns("content"), try columns("Bookmark"))
    hasRatings = try columns("ratings").isSuperset(of: ["ContentID", "Rating"])
  }

  private func column(_ name: String) -> String {
    contents.contains(name) ? Self.withoutBytes("c.\"\(name)\"") : "NULL"
  }

  private func mark(_ name: String) -> String {
    bookmarks.contains(name) ? Self.withoutBytes("m.\"\(name)\"") : "NULL"
  }

  private static func withoutBytes(_ column: String) -> String {
    "CASE WHEN typeof(\(column)) = 'blob' THEN CAST(\(column) AS TEXT) ELSE \(column) END"
  }

  /// Kobo's moments are in UTC: `2024-05-01T20:15:00.000`, or with a Z.
  private static func seconds(_ column: String) -> String {
    "CAST(strftime('%s', substr(\(column), 1, 19)) AS INTEGER)"
  }

  private func day(_ name: String) -> String {
    "date(\(Self.seconds(column(name))), 'unixepoch', 'localtime')"
  }

  private var progress: String {
    let moment = Self.seconds(column("DateLastRead"))
    return """
      CASE WHEN \(moment) IS NOT NULL AND \(column("___PercentRead")) > 0 THEN json_array(json_object(
      'at', \(EReaderMoment.text(moment)), 'from', \(moment), 'to', \(moment), 'percent', \(column("___PercentRead")))) END
      """
  }

  private var quotes: String {
    let moment = Self.seconds(mark("DateCreated"))
    return """
      (SELECT json_group_array(json_object('text', \(mark("Text")), 'note', \(mark("Annotation")),
      'place', CASE WHEN \(mark("ChapterProgress")) IS NOT NULL THEN round(100 * \(mark("ChapterProgress"))) || ' % of its chapter' END,
      'at', CASE WHEN \(moment) IS NOT NULL THEN \(EReaderMoment.text(moment)) END)) FROM "Bookmark" m
      WHERE m.VolumeID = c.ContentID AND coalesce(\(mark("Hidden")), 'false') NOT IN ('true', 1) AND \(mark("Text")) <> '')
      """
  }

  var books: String {
    let rating = hasRatings ? "(SELECT Rating FROM ratings r WHERE r.ContentID = c.ContentID)" : "NULL"
    let status = "CASE \(column("ReadStatus")) WHEN 1 THEN 'reading' WHEN 2 THEN 'read' END"
    let isBook = contents.contains("ContentType") ? "c.ContentType = 6" : "1"
    return """
      SELECT json_object('id', CAST(c.ContentID AS TEXT), 'title', \(column("Title")), 'author', \(column("Attribution")),
      'isbn', \(column("ISBN")), 'publisher', \(column("Publisher")), 'language', \(column("Language")),
      'series', nullif(\(column("Series")), ''), 'series_number', \(column("SeriesNumber")), 'status', \(status),
      'rating', nullif(\(rating), 0), 'started', \(day("LastTimeStartedReading")),
      'finished', CASE WHEN \(column("ReadStatus")) = 2 THEN \(day("LastTimeFinishedReading")) END,
      'progress', \(progress), 'quotes', \(quotes))
      FROM content c WHERE \(isBook) AND \(column("Title")) IS NOT NULL
      AND (coalesce(\(column("ReadStatus")), 0) > 0 OR coalesce(\(column("___PercentRead")), 0) > 0
        OR EXISTS (SELECT 1 FROM "Bookmark" m WHERE m.VolumeID = c.ContentID))
      ORDER BY c.ContentID
      """
  }
}

private enum EReaderMoment {
  /// This machine's time with its offset, `2024-05-01 20:15:00+02:00`, for an SQL expression in seconds since 1970-01-01 UTC.
  static func text(_ seconds: String) -> String {
    let offset = "(CAST(strftime('%s', \(seconds), 'unixepoch', 'localtime') AS INTEGER) - \(seconds))"
    return """
      (datetime(\(seconds), 'unixepoch', 'localtime') || CASE WHEN \(offset) < 0 THEN '-' ELSE '+' END \
      || printf('%02d:%02d', abs(\(offset)) / 3600, abs(\(offset)) / 60 % 60))
      """
  }
}
