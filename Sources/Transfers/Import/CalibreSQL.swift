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
