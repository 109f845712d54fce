import Records
import SQLite

/// Kobo's `KoboReader.sqlite`: each book as a JSON object.
///
/// The columns differ between versions.
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

  /// The last position in the book; nothing says that it was finished.
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
