import BookStore
import Foundation
import Records
import Testing

@testable import Transfers

/// The databases of e-readers, made in the shape of several versions, each imported twice.
struct ReaderImportTests {
  private let device, scratch: Scratch

  init() throws { (device, scratch) = (try Scratch(""), try Scratch(.reading)) }

  private func load(_ path: String? = nil) throws -> ImportReport {
    let run = FileImport(of: path ?? device.path, into: scratch.path, storeOptions: StoreOptions())
    return try run.run(.init(isCancelled: { false }, progress: { _ in })).report
  }

  /// Imports once, and then again, which adds nothing and changes nothing on the device.
  private func loadTwice(_ count: Int) throws {
    let before = try device.bytes()
    #expect(try load().count(.added) == count)
    let content = try scratch.everything()
    #expect(try load().count(.same) == count)
    #expect(try scratch.everything() == content)
    #expect(try device.bytes() == before)
  }

  // MARK: KOReader

  private static let koReader = """
    CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT, authors TEXT, notes INTEGER, last_open INTEGER, highlights INTEGER,
      pages INTEGER, series TEXT, language TEXT, md5 TEXT, total_read_time INTEGER, total_read_pages INTEGER);
    CREATE TABLE page_stat_data (id_book INTEGER, page INTEGER NOT NULL DEFAULT 0, start_time INTEGER NOT NULL DEFAULT 0,
      duration INTEGER NOT NULL DEFAULT 0, total_pages INTEGER NOT NULL DEFAULT 0);
    INSERT INTO book VALUES (1, 'Emma', 'Jane Austen' || char(10) || 'An Editor', 0, 0, 0, 500, 'N/A', 'en', 'abc', 0, 0),
      (2, 'Never opened', 'N/A', 0, 0, 0, 100, 'N/A', 'N/A', 'def', 0, 0);
    INSERT INTO page_stat_data VALUES (1, 10, 1704110400, 60, 500), (1, 50, 1704112200, 1740, 500),
      (1, 400, 1704283200, 600, 800);
    """

  @Test("KOReader's sessions of a day are one entry, with the part of the book and the minutes")
  func koReader() throws {
    try device.run(Self.koReader)
    try loadTwice(2)
    let books = try scratch.rows("SELECT title, author, pages, status FROM book")
    #expect(books == ["Emma|Jane Austen; An Editor|NULL|NULL", "Never opened|NULL|NULL|NULL"])
    let days = "SELECT strftime('%s', at), page, percent, minutes FROM progress ORDER BY at"
    #expect(try scratch.rows(days) == ["1704112200|NULL|10.0|30", "1704283200|NULL|50.0|10"])
    #expect(try scratch.rows("SELECT count(*), finished FROM reading") == ["1|NULL"])
  }

  @Test("A version before 2020 has periods in place of durations, and the pages of the book")
  func oldKOReader() throws {
    try device.run(
      """
      CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT, authors TEXT, pages INTEGER, series TEXT, language TEXT, md5 TEXT);
      CREATE TABLE page_stat (id_book INTEGER, page INTEGER, start_time INTEGER, period INTEGER);
      INSERT INTO book VALUES (1, 'Emma', 'Jane Austen', 500, NULL, NULL, NULL);
      INSERT INTO page_stat VALUES (1, 10, 1704110400, 60), (1, 50, 1704112200, 1740);
      """)
    try loadTwice(1)
    #expect(try scratch.rows("SELECT percent, minutes FROM progress") == ["10.0|30"])
  }

  @Test("A day that goes on gets its new end, and a later day a new entry") func laterSessions() throws {
    try device.run(Self.koReader)
    _ = try load()
    try device.run(
      "INSERT INTO page_stat_data VALUES (1, 420, 1704283500, 300, 800), (1, 800, 1704540000, 60, 800)")
    #expect(try load().count(.filled) == 1)
    let days = try scratch.rows("SELECT strftime('%s', at), percent, minutes FROM progress ORDER BY at")
    #expect(days == ["1704112200|10.0|30", "1704283500|52.5|15", "1704540000|100.0|1"])
    #expect(try scratch.rows("SELECT status FROM book WHERE title = 'Emma'") == ["NULL"])
  }

  @Test("What the person has noted stays, also within a session of the device") func ownNotes() throws {
    try device.run(Self.koReader)
    try scratch.run(
      """
      INSERT INTO book (pk, title, author) VALUES (7, 'Emma', 'Jane Austen; An Editor');
      INSERT INTO reading (pk, book, started) VALUES (1, 7, '2024-01-01');
      INSERT INTO progress (pk, reading, at, page, minutes, note) VALUES (1, 1, '2024-01-01 12:10:00', 120, 45, 'mine');
      """)
    _ = try load()
    let own = try scratch.rows("SELECT at, page, percent, minutes, note FROM progress WHERE pk = 1")
    #expect(own == ["2024-01-01 12:10:00|120|NULL|45|mine"])
    #expect(try scratch.rows("SELECT count(*) FROM progress") == ["3"])
  }

  @Test("A file read in another zone, which divides its days elsewhere, adds nothing")
  func otherDivision() throws {
    try device.run(Self.koReader)
    // Ten minutes before and after midnight in UTC are one day in most of the world's zones, and two in this one.
    try device.run(
      """
      DELETE FROM page_stat_data;
      INSERT INTO page_stat_data VALUES (1, 10, 1704153000, 600, 500), (1, 20, 1704153900, 600, 500)
      """)
    #expect(try load().count(.added) == 2)
    // As if both had been imported as one day, which ended with the later one.
    try scratch.run("DELETE FROM progress WHERE strftime('%s', at) < '1704153900'")
    _ = try load()
    #expect(try scratch.rows("SELECT count(*) FROM progress") == ["1"])
  }

  @Test("A quote keeps what the person said of it, and is not replaced by one that begins alike")
  func quotes() throws {
    func load(_ quotes: [(String, String?)]) throws -> ImportReport {
      let entries = quotes.map {
        #"{"time": 1, "sort": "highlight", "page": 3, "text": "\#($0)", "note": "\#($1 ?? "")"}"#
      }
      let list = entries.joined(separator: ",")
      let json = #"{"title": "Emma", "author": "Jane Austen", "entries": [\#(list)]}"#
      let path = device.path + ".json"
      try json.write(toFile: path, atomically: true, encoding: .utf8)
      return try self.load(path)
    }
    let short = "It is a truth universally acknowledged"
    let long = short + ", that"
    _ = try load([(short, nil)])
    try scratch.run("UPDATE quote SET place = 'mine', at = NULL")
    _ = try load([(short, "A note.")])
    #expect(try scratch.rows("SELECT text, note, place FROM quote") == ["\(short)|A note.|mine"])
    for _ in 1...2 { _ = try load([(short, "A note."), (long, nil)]) }
    #expect(try scratch.rows("SELECT text FROM quote ORDER BY pk") == [short, long])
    let longer = long + " a single man"
    _ = try load([(short, nil), (longer, nil)])
    #expect(try scratch.rows("SELECT text FROM quote ORDER BY pk") == [short, longer])
  }

  @Test("Bytes among the texts stop nothing") func bytes() throws {
    try device.run(Self.koReader)
    try device.run("UPDATE book SET title = CAST(title AS BLOB), authors = x'4142', md5 = x'41' WHERE id = 1")
    #expect(try load().count(.added) == 2)
    let books = try scratch.rows("SELECT title, author FROM book ORDER BY pk")
    #expect(books == ["Emma|AB", "Never opened|NULL"])
  }

  @Test("What was read in another zone is not added again") func otherZone() throws {
    try device.run(Self.koReader)
    _ = try load()
    try scratch.run("UPDATE progress SET at = datetime(at, '-9 hours') || '-09:00'")
    #expect(try load().count(.same) == 2)
    #expect(try scratch.rows("SELECT count(*) FROM progress") == ["2"])
  }

  @Test("A book that was finished before is read again from the first new day on") func again() throws {
    try device.run(Self.koReader)
    try scratch.run("INSERT INTO book (pk, title, author) VALUES (7, 'Emma', 'Jane Austen; An Editor')")
    try scratch.run("INSERT INTO reading (book, started, finished) VALUES (7, '2020', '2021-05')")
    _ = try load()
    let readings = try scratch.rows("SELECT started, finished FROM reading ORDER BY pk")
    #expect(readings == ["2020|2021-05", "2024-01-01|NULL"])
  }

  @Test("A database that another program has open is read with what its log holds, and stays as it is")
  func openElsewhere() throws {
    _ = try device.setJournalMode("WAL")
    try device.run(Self.koReader)
    let bytes = try device.bytes()
    #expect(try load().count(.added) == 2)
    #expect(try device.bytes() == bytes)
  }

  // MARK: Size

  /// A book of each program, in the tables that are needed.
  private static let small: [String] = [
    Exchange.calibre + "INSERT INTO books VALUES (1, 'Emma', NULL, NULL, 1.0, 'x', 0, 'v');",
    koReader + "DELETE FROM book WHERE id = 2;",
    """
    CREATE TABLE content (ContentID TEXT, ContentType INTEGER, Title TEXT, Attribution TEXT, ReadStatus INTEGER);
    CREATE TABLE Bookmark (VolumeID TEXT, Text TEXT);
    INSERT INTO content VALUES ('file:///a.epub', 6, 'Emma', 'Jane Austen', 1);
    """,
  ]

  @Test("A database may have any size, also that of the pieces in which it is read", arguments: small)
  func sizes(_ script: String) throws {
    try device.run(script + "CREATE TABLE pad (bytes);")
    let size = { try self.device.bytes().count }
    #expect(try load().count(.added) == 1)
    // Page by page around the end of the first piece.
    try device.run("INSERT INTO pad VALUES (zeroblob(\(250_000 - (try size()))))")
    while try size() < 270_336 {
      try device.run("INSERT INTO pad VALUES (zeroblob(4000))")
      let count = try size()
      #expect(try load().count(.same) == 1, "\(count) bytes")
    }
    try device.run("INSERT INTO pad VALUES (zeroblob(1000000))")
    try scratch.run("DELETE FROM source; DELETE FROM progress; DELETE FROM reading; DELETE FROM book")
    #expect(try load().count(.added) == 1)
    #expect(try scratch.rows("SELECT title FROM book") == ["Emma"])
  }

  @Test("The case of 315 kB comes in with its progress") func largeKOReader() throws {
    try device.run(String(decoding: Exchange.file("database_300kb.sql"), as: UTF8.self))
    #expect(try device.bytes().count > 300_000)
    try loadTwice(1)
    #expect(try scratch.rows("SELECT title, author FROM book") == ["First Light|Ann Author"])
    #expect(try scratch.rows("SELECT percent, minutes FROM progress") == ["0.3|1"])
  }

  @Test("What a pipe gives in small pieces is read as a file is") func pipe() throws {
    var ends: [Int32] = [-1, -1]
    #expect(Foundation.pipe(&ends) == 0)
    defer { close(ends[0]) }
    let writing = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    Thread.detachNewThread {
      for _ in 0..<3_000 { writing.write(Data(repeating: 65, count: 101)) }
      try? writing.close()
    }
    let input = try InputFile("/dev/fd/\(ends[0])") { false }
    let counts = try (0..<4).map { _ in try input.next().count }
    #expect(counts == [InputFile.pieceSize, 303_000 - InputFile.pieceSize, 0, 0])
  }

  // MARK: Kobo

  /// The tables of three versions: the oldest has neither series nor ratings nor times of beginning and end.
  private static let kobo: [(table: String, values: String)] = [
    (
      "ContentID TEXT, ContentType TEXT, Title TEXT, Attribution TEXT, ReadStatus INTEGER, ___PercentRead INTEGER, DateLastRead TEXT",
      "'file:///a.epub', 6, 'Emma', 'Jane Austen', 1, 97, '2024-01-02T12:00:00.000'"
    ),
    (
      "ContentID TEXT, ContentType TEXT, Title TEXT, Attribution TEXT, ReadStatus INTEGER, ___PercentRead INTEGER, DateLastRead TEXT, ISBN TEXT, Publisher TEXT, Language TEXT, Series TEXT, SeriesNumber TEXT",
      "'file:///a.epub', 6, 'Emma', 'Jane Austen', 1, 97, '2024-01-02T12:00:00Z', '9780061054884', 'P', 'en', 'S', '2'"
    ),
    (
      "ContentID TEXT, ContentType INTEGER, Title TEXT, Attribution TEXT, ReadStatus INTEGER, ___PercentRead REAL, DateLastRead TEXT, ISBN TEXT, Publisher TEXT, Language TEXT, Series TEXT, SeriesNumber TEXT, LastTimeStartedReading TEXT, LastTimeFinishedReading TEXT, TimeSpentReading INTEGER",
      "'file:///a.epub', 6, 'Emma', 'Jane Austen', 2, 100, '2024-01-02T12:00:00Z', NULL, 'P', 'en', 'S', '2', '2023-12-20T12:00:00Z', '2024-01-02T12:00:00Z', 7200"
    ),
  ]

  @Test(
    "Kobo's books of three versions: how far, the status, what was marked; 97 % is not read", arguments: 0..<3
  )
  func kobo(_ version: Int) throws {
    let shape = Self.kobo[version]
    let hidden = version == 0 ? "" : ", Hidden BOOL, Type TEXT"
    try device.run(
      """
      CREATE TABLE content (\(shape.table)); INSERT INTO content VALUES (\(shape.values));
      INSERT INTO content (ContentID, ContentType, Title, ReadStatus) VALUES ('file:///b.epub', 6, 'Unread', 0),
        ('x', 9, 'A chapter', 1);
      CREATE TABLE Bookmark (BookmarkID TEXT, VolumeID TEXT, ContentID TEXT, Text TEXT, Annotation TEXT, DateCreated TEXT,
        ChapterProgress REAL\(hidden));
      INSERT INTO Bookmark (BookmarkID, VolumeID, Text, Annotation, DateCreated, ChapterProgress) VALUES
        ('1', 'file:///a.epub', 'A passage.', 'Mine.', '2024-01-01T12:00:00.000', 0.25),
        ('2', 'file:///a.epub', NULL, NULL, '2024-01-01', 0.5);
      """)
    if version == 2 {
      try device.run(
        "CREATE TABLE ratings (ContentID TEXT, Rating INTEGER); INSERT INTO ratings VALUES ('file:///a.epub', 4)"
      )
    }
    try loadTwice(1)
    let expected = ["Emma|reading|NULL", "Emma|reading|NULL", "Emma|read|4.0"][version]
    #expect(try scratch.rows("SELECT title, status, rating FROM book") == [expected])
    let quotes = try scratch.rows("SELECT text, note, place, strftime('%s', at) FROM quote")
    #expect(quotes == ["A passage.|Mine.|25.0 % of its chapter|1704110400"])
    let progress = try scratch.rows("SELECT percent, strftime('%s', at) FROM progress")
    #expect(progress == [version == 2 ? "100.0|1704196800" : "97.0|1704196800"])
    let reading = version == 2 ? "2023-12-20|2024-01-02" : "2024-01-02|NULL"
    #expect(try scratch.rows("SELECT started, finished FROM reading") == [reading])
  }

  @Test("Another database is refused, and a library without the tables says what it has no place for")
  func refusals() throws {
    try device.run("CREATE TABLE thing (a)")
    #expect(throws: ImportError.self) { try load() }
    try device.run("DROP TABLE thing")
    try device.run(Self.koReader)
    try scratch.run("DROP TABLE progress")
    #expect(try load().losses.losses.isEmpty)
    try scratch.run("DROP TABLE source")
    try device.run("UPDATE book SET title = title || ' 2', md5 = md5 || '2'")
    #expect(try load().losses.losses.map(\.name).contains("progress"))
  }
}
