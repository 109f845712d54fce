/// The books of KOReader's `statistics.sqlite3` with the days on which they were read, each as a JSON object.
///
/// KOReader counts the pages of its own layout, which depend on the font, so only the part of the book is taken. A moment is
/// written in the zone of this machine, with its offset.
enum KOReaderSQL {
  static let books = """
    SELECT json_object('id', nullif(md5, ''), 'title', title,
      'authors', nullif(nullif(replace(authors, char(10), '; '), 'N/A'), ''), 'series', nullif(nullif(series, 'N/A'), ''),
      'language', nullif(nullif(language, 'N/A'), ''),
      'progress', (SELECT json_group_array(json_object('at', \(EReaderMoment.text("t")), 'from', f, 'to', t,
        'percent', CASE WHEN total_pages > 0 THEN round(min(100.0, 100.0 * page / total_pages), 1) END,
        'minutes', (s + 30) / 60))
        FROM (SELECT min(start_time) AS f, sum(duration) AS s, page, total_pages, max(start_time) AS t
          FROM page_stat_data WHERE id_book = book.id GROUP BY date(start_time, 'unixepoch', 'localtime') ORDER BY t)))
    FROM book WHERE title IS NOT NULL ORDER BY id
    """
}
