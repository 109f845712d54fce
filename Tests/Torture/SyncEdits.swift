import SeededRandom

/// The tables of a library that several machines edit, and edits of all kinds: insertions and deletions that others go along with,
/// changed keys, rows that point to each other, triggers, an index, and values that only their bytes tell apart.
struct SyncEdits {
  private var count = 0

  /// The tables that all machines share in the end.
  static let tables = ["author", "book", "reading", "shelf", "book_shelf", "detail", "journal"]

  static let schema = """
    CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT, born);
    CREATE TABLE book (pk INTEGER PRIMARY KEY, title TEXT, author INTEGER REFERENCES author ON DELETE SET NULL,
      series INTEGER REFERENCES book, note TEXT COLLATE NOCASE, cover BLOB, words INTEGER,
      upper TEXT GENERATED ALWAYS AS (upper(title)));
    CREATE TABLE reading (id INTEGER PRIMARY KEY AUTOINCREMENT, book INTEGER NOT NULL REFERENCES book ON DELETE CASCADE,
      day TEXT);
    CREATE TABLE shelf (name TEXT PRIMARY KEY, note TEXT);
    CREATE TABLE book_shelf (book INTEGER REFERENCES book ON DELETE CASCADE,
      shelf TEXT REFERENCES shelf ON DELETE CASCADE ON UPDATE CASCADE, place INTEGER, PRIMARY KEY (book, shelf))
      WITHOUT ROWID;
    CREATE TABLE detail (book INTEGER PRIMARY KEY REFERENCES book ON DELETE CASCADE, text TEXT);
    CREATE TABLE tag (book INTEGER, word TEXT);
    CREATE TABLE journal (id INTEGER PRIMARY KEY AUTOINCREMENT, what TEXT);
    CREATE VIRTUAL TABLE found USING fts5 (title, content='book', content_rowid='pk');
    CREATE TRIGGER b1 AFTER INSERT ON book BEGIN
      INSERT INTO found (rowid, title) VALUES (new.pk, new.title); END;
    CREATE TRIGGER b2 AFTER DELETE ON book BEGIN
      INSERT INTO found (found, rowid, title) VALUES ('delete', old.pk, old.title); END;
    CREATE TRIGGER b3 AFTER UPDATE ON book BEGIN
      INSERT INTO found (found, rowid, title) VALUES ('delete', old.pk, old.title);
      INSERT INTO found (rowid, title) VALUES (new.pk, new.title); END;
    CREATE TRIGGER s1 AFTER INSERT ON shelf BEGIN INSERT INTO journal (what) VALUES ('shelf ' || new.name); END;
    """

  mutating func next(_ random: inout SeededGenerator) -> String {
    count += 1
    let word = "w\(count)"
    let book = Self.row("pk", of: "book", &random)
    let author = Self.row("id", of: "author", &random)
    let shelf = "'s\(Int.random(in: 0..<6, using: &random))'"
    let few = Int.random(in: 0..<3, using: &random)
    let edits = [
      "INSERT INTO author (name) VALUES ('\(word)')", "INSERT INTO author (name) VALUES ('\(word)')",
      "INSERT INTO book (title, author) VALUES ('\(word)', \(author))",
      "INSERT INTO book (title, author) VALUES ('\(word)', \(author))",
      "INSERT INTO book (title, author) VALUES ('\(word)', \(author))",
      "UPDATE book SET title = '\(word)' WHERE pk = \(book)",
      "UPDATE book SET note = CASE WHEN note = upper(note) COLLATE BINARY THEN 'a\(few)' ELSE 'A\(few)' END WHERE pk = \(book)",
      "UPDATE book SET cover = zeroblob(\(100 * few)) WHERE pk = \(book)",
      "UPDATE book SET words = \(["1", "1.5", "'x'"][few]), note = '\(word)' WHERE pk = \(book)",
      "UPDATE book SET author = \(author) WHERE pk = \(book)",
      "UPDATE book SET series = \(book) WHERE pk = (SELECT max(pk) FROM book)",
      "DELETE FROM book WHERE pk = \(book)", "DELETE FROM author WHERE id = \(author)",
      "INSERT INTO reading (book, day) VALUES (\(book), '\(few)')",
      "INSERT INTO reading (book, day) VALUES (\(book), '\(few)')",
      "DELETE FROM reading WHERE id = (SELECT max(id) FROM reading)",
      "INSERT INTO shelf VALUES (\(shelf), '\(word)')",
      "UPDATE shelf SET name = 's\(few)' WHERE name = \(shelf)", "DELETE FROM shelf WHERE name = \(shelf)",
      "INSERT INTO book_shelf VALUES (\(book), \(shelf), \(few))",
      "DELETE FROM book_shelf WHERE book = \(book)",
      "INSERT INTO detail VALUES (\(book), '\(word)') ON CONFLICT DO UPDATE SET text = excluded.text",
      "UPDATE book SET pk = \(1_000 + count) WHERE pk = \(book)",
      "UPDATE shelf SET note = '\(word)' WHERE name = \(shelf)",
      "UPDATE book_shelf SET place = \(few) WHERE shelf = \(shelf)",
      "INSERT OR REPLACE INTO shelf VALUES (\(shelf), '\(word)')",
      "UPDATE author SET born = \(["1", "1.0", "x'31'"][few]) WHERE id = \(author)",
    ]
    return edits[Int.random(in: edits.indices, using: &random)]
  }

  /// A row at random, by an expression that means the same wherever the table holds the same.
  private static func row(_ key: String, of table: String, _ random: inout SeededGenerator) -> String {
    let number = Int.random(in: 1..<98, using: &random)
    return "(SELECT \(key) FROM \(table) ORDER BY (\(key) * 7919) % \(number), \(key) LIMIT 1)"
  }
}
