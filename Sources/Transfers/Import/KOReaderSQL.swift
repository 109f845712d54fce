/// KOReader's `statistics.sqlite3`: each book as a JSON object, with the days on which it was read.
///
/// KOReader counts the pages of its own layout, which depend on the font, so only the percentage is taken. Moments are in this
/// machine's zone, with its offset.
enum KOReaderSQL {
  /// - Parameter isOld: The file is from a version before 2020, which stores no page count with each session.
  static func books(isOld: Bool) -> String {
    let sessions =
      isOld
      ? "(SELECT s.id_book, s.page, s.start_time, s.period AS duration, b.pages AS total_pages FROM page_stat s JOIN book b ON b.id = s.id_book)"
      : "page_stat_data"
    return text(sessions)
  }

  private static func text(_ sessions: String) -> String {
    """
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
