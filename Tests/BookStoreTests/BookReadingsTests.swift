import Records
import TestSupport
import Testing

@testable import BookStore

/// What a reader does with a book every day.
struct BookReadingsTests {
  private let scratch: Scratch
  private let store: BookStore
  private let war: RecordID

  init() throws {
    scratch = try Scratch(.reading, sample: true)
    store = try scratch.loggedStore()
    war = RecordID(.rowid(1), in: store.schema.id)
  }

  private var readings: BookReadings { get throws { try BookReadings(war, in: store) } }

  private func expect(_ book: String, _ reading: [String], sourceLocation: SourceLocation = #_sourceLocation)
    throws
  {
    let books = try scratch.rows("SELECT status, rating, review FROM book WHERE pk = 1")
    #expect(books == [book], sourceLocation: sourceLocation)
    let rows = try scratch.rows("SELECT started, finished, rating FROM reading ORDER BY pk")
    #expect(rows == reading, sourceLocation: sourceLocation)
  }

  private func undo() throws { _ = try store.history.undo() }

  @Test("A book is started once, and its reading ends with stars for both and the review, each as one step")
  func reading() throws {
    #expect(try readings.start(on: "2026-11-01"))
    #expect(try !readings.start(on: "2026-11-02"))
    try expect("reading|NULL|NULL", ["2026-11-01|NULL|NULL"])
    try readings.finish(on: "2026-11-26", rating: .real(4.5), review: "A wide sky.")
    try expect("read|4.5|A wide sky.", ["2026-11-01|2026-11-26|4.5"])
    try undo()
    try expect("reading|NULL|NULL", ["2026-11-01|NULL|NULL"])
    try undo()
    try expect("NULL|NULL|NULL", [])
  }

  private func progress() throws -> [String] {
    try scratch.rows("SELECT reading, at, page, percent, minutes, note FROM progress ORDER BY pk")
  }

  @Test("Progress begins a reading, counts on from the last page, and is one step each")
  func progressNotes() throws {
    try scratch.run("UPDATE book SET pages = 400 WHERE pk = 1")
    let first = ReadingSession(on: "2026-11-01", at: "2026-11-01 20:00:00")
    #expect(try readings.note(.further(30), in: first) == .noted(ReadingProgress(page: 30, pages: 400)))
    let second = ReadingSession(on: "2026-11-02", at: "2026-11-02", minutes: .integer(40), note: "Long.")
    #expect(try readings.note(.percent(25), in: second) == .noted(ReadingProgress(percent: 25, pages: 400)))
    let third = ReadingSession(on: "2026-11-03", at: "2026-11-03")
    #expect(try readings.note(.further(20), in: third) == .noted(ReadingProgress(page: 120, pages: 400)))
    try expect("reading|NULL|NULL", ["2026-11-01|NULL|NULL"])
    #expect(
      try progress() == [
        "1|2026-11-01 20:00:00|30|NULL|NULL|NULL", "1|2026-11-02|NULL|25.0|40|Long.",
        "1|2026-11-03|120|NULL|NULL|NULL",
      ])
    #expect(try store.history.steps(limit: 1).first?.origin == .progressed("War and Peace"))
    let shown = try store.related(to: war).first { $0.schema.table == "reading" }?.content?.rows.first
    #expect(shown?.progress == ReadingProgress(page: 120, pages: 400))
    #expect(shown?.progress?.fraction == 0.3)
    for _ in 1...3 { try undo() }
    try expect("NULL|NULL|NULL", [])
    #expect(try progress().isEmpty)
  }

  @Test(
    "A list knows how much of its books has been read, with its rows: by the latest note on an open reading")
  func progressInList() throws {
    try scratch.run(
      """
      UPDATE book SET pages = 400, status = 'reading';
      INSERT INTO reading (pk, book, finished, stopped) VALUES (1, 1, '2020', NULL), (2, 1, NULL, NULL),
        (3, 2, NULL, '2021'), (4, 3, NULL, NULL);
      INSERT INTO progress (reading, at, page, percent) VALUES (1, '2026-01-09', 400, NULL), (2, '2026-01-02', 140, NULL),
        (2, '2026-01-01', 200, NULL), (3, '2026-01-01', 40, NULL), (4, '2026-01-01', NULL, 61.5);
      UPDATE book SET pages = NULL WHERE pk = 3;
      """)
    let field = try #require(store.lists.completeSchema().progressField)
    #expect(store.listing.shownFields.contains(field) && !store.listing.columns.contains(field))
    func read() throws -> [Value?] {
      let place = try #require(store.listing.shownFields.firstIndex(of: field))
      return try store.lists.rows(in: 0..<3).map { row in
        row.flatMap { if case .value(let value) = $0.values[place] { value } else { nil } }
      }
    }
    #expect(try read() == [.integer(35), .null, .integer(62)])
    try scratch.run("UPDATE progress SET page = 900 WHERE page = 140; DELETE FROM progress WHERE percent > 0")
    store.listing.readAgain()
    #expect(try read() == [.integer(100), .null, .null])
    try store.listing.arrange(by: ListOrder(field: field), finding: "reading.progress>50")
    try store.wait { store.listing.isSettled }
    #expect(try store.lists.rows(in: 0..<9).map(\.?.id) == [war])
  }

  @Test("The last session is noted with the end, in one step") func lastSession() throws {
    try scratch.run("UPDATE book SET pages = 400 WHERE pk = 1")
    let session = ReadingSession(on: "2026-11-05", at: "2026-11-05", minutes: .integer(30), note: "Done.")
    try readings.finish(on: "2026-11-05", session: session)
    #expect(try progress() == ["1|2026-11-05|400|NULL|30|Done."])
    try undo()
    #expect(try progress().isEmpty && scratch.rows("SELECT count(*) FROM reading") == ["0"])
    try readings.stop(on: "2026-11-05", session: session)
    #expect(try progress() == ["1|2026-11-05|NULL|NULL|30|Done."])
    try undo()
    try expect("NULL|NULL|NULL", [])
  }

  @Test("An entry of an earlier day moves the beginning of its reading to that day, in the same step")
  func earlierDay() throws {
    #expect(try readings.start(on: "2026-11-05"))
    _ = try readings.note(.page(10), in: ReadingSession(on: "2026-11-07"))
    _ = try readings.note(.page(5), in: ReadingSession(on: "2026-11-02"))
    #expect(try scratch.rows("SELECT started FROM reading") == ["2026-11-02"])
    try undo()
    #expect(try scratch.rows("SELECT started FROM reading") == ["2026-11-05"])
    _ = try readings.note(.page(6), in: ReadingSession(on: "2026-11"))
    #expect(try scratch.rows("SELECT started FROM reading") == ["2026-11-05"])
  }

  @Test("A book that is given up ends its reading, and is one step") func givenUp() throws {
    #expect(try readings.start(on: "2026-11-01"))
    try readings.stop(on: "2026-11-05")
    #expect(
      try scratch.rows("SELECT started, finished, stopped FROM reading") == ["2026-11-01|NULL|2026-11-05"])
    #expect(try scratch.rows("SELECT status FROM book WHERE pk = 1") == ["stopped"])
    try undo()
    try expect("reading|NULL|NULL", ["2026-11-01|NULL|NULL"])
  }

  @Test("A page beyond the book's end is refused, and nothing changes") func beyondTheEnd() throws {
    try scratch.run("UPDATE book SET pages = 400 WHERE pk = 1")
    let session = ReadingSession(on: "2026-11-01", at: "2026-11-01")
    #expect(try readings.note(.page(401), in: session) == .beyond(pages: 400))
    try expect("NULL|NULL|NULL", [])
    #expect(!store.history.canUndo)
  }

  @Test("Progress does not set back the status of a book that was read, unless a reading begins")
  func statusStays() throws {
    #expect(try readings.start(on: "2026-11-01"))
    try store.set("stopped", at: try store.field("status"), ofEach: [war])
    _ = try readings.note(.page(10), in: ReadingSession(on: "2026-11-02", at: "2026-11-02"))
    try expect("stopped|NULL|NULL", ["2026-11-01|NULL|NULL"])
  }

  @Test("A library without it says so", arguments: ["DROP TABLE progress", "DROP INDEX progress_reading"])
  func noProgress(_ sql: String) throws {
    try scratch.run(sql)
    let store = try scratch.loggedStore()
    let readings = try BookReadings(war, in: store)
    #expect(try readings.note(.page(10), in: ReadingSession(on: "2026-11-02", at: "2026-11-02")) == .notKept)
    #expect(try scratch.rows("SELECT count(*) FROM reading") == ["0"])
  }

  @Test("The history and undo say what was done, and redo too") func origins() throws {
    #expect(try readings.start(on: "2026-11-01"))
    try readings.finish(on: "2026-11-26", rating: .real(4.5))
    #expect(try readings.lend(to: "Anna", on: "2026-11-27"))
    let title = "War and Peace"
    let origins = [StepOrigin.lent(title), .finished(title), .started(title)]
    #expect(try store.history.steps(limit: 9).map(\.origin) == origins)
    #expect(try store.history.undo()?.origin == .lent(title))
    #expect(try store.history.undo()?.origin == .finished(title))
    #expect(try store.history.redo()?.origin == .finished(title))
    #expect(try store.history.steps(limit: 1).first?.origin == .finished(title))
    try store.set("Other", at: 0, of: war)
    #expect(try store.history.undo()?.origin == nil)
  }

  @Test("An origin is kept as a word and a text, and one of a later version is none") func originTexts() {
    let all = [
      StepOrigin.started("a b"), .finished(""), .lent("“x”"), .returned("é"), .imported("few books.csv"),
      .listed("Shelves", of: "a\tb"), .listed("a b", of: ""), .moved(2, "a b"), .moved(1, ""), .merged("a b"),
      .rated(""), .rated("a b"), .started("\u{301}x y"),
    ]
    #expect(all.map { StepOrigin(text: $0.text) } == all)
    for text in ["", "later a", "started"] { #expect(StepOrigin(text: text) == nil) }
  }

  @Test("A reading without a date is the one that ends if the book is being read, as an import leaves it")
  func undatedReading() throws {
    try scratch.run("INSERT INTO reading (book) VALUES (1); UPDATE book SET status = 'reading' WHERE pk = 1")
    #expect(try !readings.start(on: "2026-11-01"))
    try readings.finish(on: "2026-11-26")
    try expect("read|NULL|NULL", ["NULL|2026-11-26|NULL"])
    #expect(try readings.start(on: "2026-11-27"))
    try expect("reading|NULL|NULL", ["NULL|2026-11-26|NULL", "2026-11-27|NULL|NULL"])
  }

  @Test("A book that was not started gets a reading with an end; without stars, those of the book stay")
  func finishing() throws {
    try store.set(.real(3), at: try store.field("rating"), of: war)
    try readings.finish(on: "2024")
    try expect("read|3.0|NULL", ["NULL|2024|NULL"])
    #expect(try readings.start(on: "2025"))
    try expect("reading|3.0|NULL", ["NULL|2024|NULL", "2025|NULL|NULL"])
  }

  @Test("A reading that ended on the same day gets the stars, or there is another one")
  func finishedTwice() throws {
    try readings.finish(on: "2026-11-26", rating: .real(3))
    #expect(try readings.reading(finishedOn: "2026-11-25") == nil)
    let ended = try #require(try readings.reading(finishedOn: "2026-11-26"))
    try readings.finish(on: "2026-11-26", rating: .real(4), review: "Better.", changing: ended)
    try expect("read|4.0|Better.", ["NULL|2026-11-26|4.0"])
    try undo()
    try expect("read|3.0|NULL", ["NULL|2026-11-26|3.0"])
    try readings.finish(on: "2026-11-26", rating: .real(5))
    try expect("read|5.0|NULL", ["NULL|2026-11-26|3.0", "NULL|2026-11-26|5.0"])
    // What is being read again ends, whatever ended before it on that day.
    #expect(try readings.start(on: "2026-11-26"))
    #expect(try readings.reading(finishedOn: "2026-11-26") == nil)
  }

  @Test("A book is lent to somebody until it is back") func loans() throws {
    #expect(try readings.loan == nil)
    #expect(try readings.lend(to: "Anna", on: "2026-11-01", due: "2026-12-01"))
    let loan = try #require(try readings.loan)
    #expect(loan.person == "Anna")
    try readings.takeBack(loan, on: "2026-11-26")
    #expect(store.counts.dirty == 0)
    let loans = try scratch.rows("SELECT book, person, direction, lent_on, due, back_on FROM loan")
    #expect(loans == ["1|Anna|lent|2026-11-01|2026-12-01|2026-11-26"])
    #expect(try readings.loan == nil)
    try undo()
    #expect(try scratch.rows("SELECT back_on FROM loan") == ["NULL"])
  }

  /// What a reader notes, one step each, after what was noted before it.
  enum Note: CaseIterable {
    case start, progress, finish, stop, lend, takeBack
  }

  private func note(_ note: Note) throws {
    let session = ReadingSession(on: "2026-11-02", at: "2026-11-02", minutes: .integer(40))
    switch note {
    case .start: #expect(try readings.start(on: "2026-11-01"))
    case .progress: _ = try readings.note(.page(10), in: session)
    case .finish: try readings.finish(on: "2026-11-26", rating: .real(4), review: "Wide.", session: session)
    case .stop: try readings.stop(on: "2026-11-26", session: session)
    case .lend: #expect(try readings.lend(to: "Anna", on: "2026-11-01"))
    case .takeBack: try readings.takeBack(try #require(try readings.loan), on: "2026-11-26")
    }
  }

  @Test(
    "The database has all of it at once, or nothing while another program has locked it; undo is as quick",
    arguments: Note.allCases)
  func atOnce(_ note: Note) throws {
    if note == .takeBack { try self.note(.lend) }
    if note == .progress || note == .finish { try self.note(.start) }
    let before = try scratch.everything()
    let other = try OtherProgram(scratch.path).lock("IMMEDIATE")
    #expect(throws: StoreError.busy) { try self.note(note) }
    try other.run("ROLLBACK")
    #expect(try scratch.everything() == before)
    let steps = try store.history.steps(limit: 9).count
    try self.note(note)
    let after = try scratch.everything()
    #expect(try after != before && store.history.steps(limit: 9).count == steps + 1)
    for _ in 0..<2 {
      #expect(try store.history.undo() != nil)
      #expect(try scratch.everything() == before)
      #expect(try store.history.redo() != nil)
      #expect(try scratch.everything() == after)
    }
    #expect(store.counts.dirty == 0)
  }

  @Test("An edit of the same field that waits is written first, others wait on; a conflict is settled first")
  func unwritten() throws {
    let status = try store.field("status")
    try store.set("to read", at: status, of: war)
    try store.set("Wide", at: try store.field("review"), of: RecordID(.rowid(2), in: war.table))
    #expect(try readings.start(on: "2026-11-01"))
    #expect(store.counts.dirty == 1)
    try undo()
    #expect(try scratch.rows("SELECT status FROM book WHERE pk = 1") == ["to read"])
    try store.set("stopped", at: status, of: war)
    try scratch.run("UPDATE book SET status = 'read' WHERE pk = 1")
    #expect(throws: StoreError.conflict) { try readings.start(on: "2026-11-01") }
    #expect(try scratch.rows("SELECT count(*) FROM reading") == ["0"])
  }

  @Test("A library without such tables has none of it") func plain() throws {
    let plain = try Scratch()
    let store = try plain.store()
    let readings = try BookReadings(1, in: store)
    #expect(try !readings.areNoted)
    #expect(try !readings.start(on: "2026"))
    #expect(try !readings.lend(to: "Anna", on: "2026"))
    #expect(store.counts.dirty == 0)
  }

  @Test("The samples come into the template of readers, as of no day") func samples() throws {
    let books = try scratch.rows("SELECT title, copyright, author, added FROM book")
    #expect(books.first == "War and Peace|-3153600000.0|Leo Tolstoy|NULL" && books.count == 3)
  }
}
