import BookStore
import Formats
import Listings

/// Adds the readings, shelves, loans, notes and source of a file's books.
struct BookParts {
  private let database: Database
  private let tables: BookTables
  private let format: Format

  init(_ database: Database, _ tables: BookTables, _ format: Format) {
    (self.database, self.tables, self.format) = (database, tables, format)
  }

  struct Missing {
    fileprivate var readings = ReadingMerge()
    fileprivate var shelves: [String] = []
    fileprivate var notes = NoteMerge()
    fileprivate var loans = LoanMerge()
    fileprivate var source: Source?

    fileprivate enum Source {
      case added
      case replacing(Int64)
    }

    var isEmpty: Bool {
      readings.isEmpty && shelves.isEmpty && notes.isEmpty && loans.isEmpty && source == nil
    }
    var hasNewReading: Bool { readings.added.contains { !$0.isUndated } }
  }

  var isEmpty: Bool { tables.readings == nil && tables.shelves == nil && tables.sources == nil }

  var keepsRows: Bool { tables.sources != nil }

  func losses(of row: FormatRow) -> [String] {
    let isLost = [
      tables.readings == nil && row.readings.contains { !$0.isUndated },
      tables.shelved == nil && !row.shelves.isEmpty, tables.quotes == nil && !row.quotes.isEmpty,
      tables.progress == nil && !row.progress.isEmpty,
      // An open loan is in the book's fields.
      tables.loans == nil && row.loans.contains { $0.backOn != nil },
    ]
    return zip(ImportLosses.ofTables, isLost).compactMap { $1 ? $0 : nil }
  }

  private var connection: Connection { database.connection }
  private var service: Value { .text(Text(format.sourceName)) }

  func all(of row: FormatRow) throws(StoreError) -> Missing {
    var missing = Missing()
    if tables.readings != nil {
      try missing.readings.take(row.readings, count: nil) { () throws(StoreError) in .nothing }
    }
    if tables.shelved != nil { missing.shelves = row.shelves }
    missing.notes.take(row, hasQuotes: tables.quotes != nil, hasProgress: tables.progress != nil)
    if tables.loans != nil { missing.loans.take(row.loans) }
    missing.source = tables.sources == nil ? nil : .added
    return missing
  }

  /// Everything that a book lacks, except the source.
  func missing(_ row: FormatRow, in book: Int64) throws(StoreError) -> Missing {
    var missing = Missing()
    if tables.readings != nil, !row.readings.isEmpty {
      missing.readings = ReadingMerge(try readings(of: book))
      try missing.readings.take(row.readings, count: row.readCount(in: format)) { () throws(StoreError) in
        try earlier(row, book)
      }
    }
    if tables.shelved != nil {
      for name in row.shelves where try !isOnShelf(book, name) { missing.shelves.append(name) }
    }
    missing.notes = NoteMerge(
      quotes: row.quotes.isEmpty ? [] : try quotes(of: book),
      progress: row.progress.isEmpty ? [] : try progress(of: book))
    missing.notes.take(row, hasQuotes: tables.quotes != nil, hasProgress: tables.progress != nil)
    if tables.loans != nil, !row.loans.isEmpty {
      missing.loans = LoanMerge(try loans(of: book))
      missing.loans.take(row.loans)
    }
    return missing
  }

  /// Marks the row for keeping, unless the library already has exactly this row.
  func noteSource(_ row: FormatRow, of book: Int64, in missing: inout Missing) throws(StoreError) {
    guard tables.sources != nil else { return }
    let held = try connection.rows(
      "SELECT rowid, imported FROM source WHERE book = ? AND service = ? AND id IS ?",
      [.integer(book), service, id(row)]
    ) { ($0.integer(at: 0), $0.value(at: 1)) }
    let json = Value.text(Text(row.json))
    if held.contains(where: { $0.1 == json }) { return }
    missing.source = row.id == nil ? .added : held.first.map { .replacing($0.0) } ?? .added
  }

  /// How the sources of blocks with these columns are added; nil if the library keeps none.
  func sourceBlocks(_ names: [String]) throws(StoreError) -> SourceBlocks? {
    try tables.sources.map { sources throws(StoreError) in
      try SourceBlocks(database, sources, service, names)
    }
  }

  private func id(_ row: FormatRow) -> Value { row.id.map { .text(Text($0)) } ?? .null }

  private func readings(of book: Int64) throws(StoreError) -> [(key: Int64, reading: Reading)] {
    try connection.rows(
      "SELECT rowid, started, finished, stopped FROM reading WHERE book = ? ORDER BY rowid", [.integer(book)]
    ) { row in
      let dates = (1...3).map { row.value(at: $0).plainText.flatMap { $0.isEmpty ? nil : $0 } }
      return (row.integer(at: 0), Reading(started: dates[0], finished: dates[1], stopped: dates[2]))
    }
  }

  private func earlier(_ row: FormatRow, _ book: Int64) throws(StoreError) -> ReadingMerge.Earlier {
    guard tables.sources != nil else { return .unknown }
    let imported = try connection.row(
      "SELECT imported FROM source WHERE book = ? AND service = ? AND id IS ? ORDER BY rowid DESC LIMIT 1",
      [.integer(book), service, id(row)]
    ) { $0.value(at: 0) }
    guard case .text(let json)? = imported, let row = FormatRow(kept: json.bytes, of: format) else {
      return .nothing
    }
    return .readings(row.readings)
  }

  private func isOnShelf(_ book: Int64, _ name: String) throws(StoreError) -> Bool {
    try connection.exists(
      "SELECT 1 FROM book_shelf JOIN shelf ON shelf.pk = book_shelf.shelf WHERE book = ? AND name = ?",
      [.integer(book), .text(Text(name))])
  }

  private func quotes(of book: Int64) throws(StoreError) -> [NoteMerge.HeldQuote] {
    guard tables.quotes != nil else { return [] }
    return try connection.rows(
      "SELECT rowid, text, note, place, at FROM quote WHERE book = ? ORDER BY rowid", [.integer(book)]
    ) { row in
      let texts = (1...4).map { row.value(at: $0).plainText }
      return NoteMerge.HeldQuote(
        key: row.integer(at: 0),
        quote: BookQuote(text: texts[0] ?? "", note: texts[1], place: texts[2], at: texts[3]))
    }
  }

  /// Only progress from an e-reader: its moments have an offset, and it has neither page nor note.
  private func progress(of book: Int64) throws(StoreError) -> [NoteMerge.HeldProgress] {
    guard tables.progress != nil else { return [] }
    return try connection.rows(
      """
      SELECT progress.rowid, CAST(strftime('%s', at) AS INTEGER) FROM progress JOIN reading ON reading.pk = progress.reading
      WHERE reading.book = ? AND progress.page IS NULL AND progress.note IS NULL
        AND at GLOB '*[+-][0-9][0-9]:[0-9][0-9]' ORDER BY 2
      """, [.integer(book)]
    ) { NoteMerge.HeldProgress(key: $0.integer(at: 0), moment: $0.integer(at: 1)) }
  }

  private func loans(of book: Int64) throws(StoreError) -> [(key: Int64, loan: BookLoan)] {
    try connection.rows(
      "SELECT rowid, person, lent_on, back_on FROM loan WHERE book = ? AND direction = 'lent' ORDER BY rowid",
      [.integer(book)]
    ) { row in
      let texts = (1...3).map { row.value(at: $0).plainText.flatMap { $0.isEmpty ? nil : $0 } }
      return (row.integer(at: 0), BookLoan(person: texts[0] ?? "", lentOn: texts[1], backOn: texts[2]))
    }
  }

  func add(_ missing: Missing, _ row: FormatRow, to book: Int64, _ writer: RowWriter) throws(StoreError) {
    if let readings = tables.readings { try add(missing.readings, to: book, readings, writer) }
    for name in missing.shelves { try add(book, toShelf: name, writer) }
    try add(missing.notes, to: book, writer)
    if let loans = tables.loans { try add(missing.loans, to: book, loans, writer) }
    guard let source = missing.source, let sources = tables.sources else { return }
    let json = Value.text(Text(row.json))
    switch source {
    case .added:
      try insert(
        [("book", .integer(book)), ("service", service), ("id", id(row)), ("imported", json)], sources,
        writer)
    case .replacing(let key): try set([("imported", json)], of: key, sources, writer)
    }
  }

  private func add(
    _ readings: ReadingMerge, to book: Int64, _ sql: TableSQL, _ writer: RowWriter
  ) throws(StoreError) {
    for (key, reading) in readings.changed { try set(cells(reading), of: key, sql, writer) }
    for reading in readings.added {
      try insert([("book", .integer(book))] + cells(reading), sql, writer)
    }
  }

  private func add(_ notes: NoteMerge, to book: Int64, _ writer: RowWriter) throws(StoreError) {
    if let quotes = tables.quotes {
      for (key, quote) in notes.changedQuotes { try set(cells(quote), of: key, quotes, writer) }
      for quote in notes.addedQuotes {
        try insert([("book", .integer(book))] + cells(quote), quotes, writer)
      }
    }
    guard let progress = tables.progress else { return }
    for (key, entry) in notes.changedProgress { try set(cells(entry), of: key, progress, writer) }
    for entry in notes.addedProgress {
      guard let reading = try reading(of: book, on: entry.day, writer) else { continue }
      try insert([("reading", .integer(reading))] + cells(entry), progress, writer)
    }
  }

  /// The reading that includes a day, or else a new one.
  private func reading(of book: Int64, on day: String, _ writer: RowWriter) throws(StoreError) -> Int64? {
    let held = try readings(of: book)
    let found = held.last { _, reading in
      let hasBegun = reading.started.map { $0 <= day } ?? true
      return hasBegun
        && ((reading.finished ?? reading.stopped).map { $0 >= day || day.hasPrefix($0) } ?? true)
    }
    // A book is not read twice at the same time.
    let open = held.last { $0.reading.finished == nil && $0.reading.stopped == nil }
    if let found = found ?? open { return found.key }
    guard let readings = tables.readings else { return nil }
    return try insert([("book", .integer(book)), ("started", .text(Text(day)))], readings, writer).rowid
  }

  private func cells(_ quote: BookQuote) -> [(column: String, value: Value)] {
    cells([("text", quote.text), ("note", quote.note), ("place", quote.place), ("at", quote.at)])
  }

  private func cells(_ entry: ProgressEntry) -> [(column: String, value: Value)] {
    [
      ("at", .text(Text(entry.at))), ("page", entry.page.map { .integer(Int64($0)) } ?? .null),
      ("percent", entry.percent.map { .real($0) } ?? .null),
      ("minutes", entry.minutes.map { .integer(Int64($0)) } ?? .null),
    ]
  }

  private func add(
    _ loans: LoanMerge, to book: Int64, _ sql: TableSQL, _ writer: RowWriter
  ) throws(StoreError) {
    for (key, loan) in loans.changed { try set(cells(loan), of: key, sql, writer) }
    for loan in loans.added {
      // An explicit NULL, because the default is today.
      let cells = [("book", Value.integer(book)), ("direction", .text("lent"))] + cells(loan)
      try writer.insert(cells.map { Change.Cell(column: $0.0, value: $0.1) }, sql)
    }
  }

  private func cells(_ loan: BookLoan) -> [(column: String, value: Value)] {
    cells([("person", loan.person), ("lent_on", loan.lentOn), ("back_on", loan.backOn)])
  }

  private func cells(_ reading: Reading) -> [(column: String, value: Value)] {
    cells([("started", reading.started), ("finished", reading.finished), ("stopped", reading.stopped)])
  }

  private func cells(_ texts: [(column: String, text: String?)]) -> [(column: String, value: Value)] {
    texts.map { column, text in (column, text.map { .text(Text($0)) } ?? .null) }
  }

  private func add(_ book: Int64, toShelf name: String, _ writer: RowWriter) throws(StoreError) {
    guard let shelves = tables.shelves, let shelved = tables.shelved else { return }
    let known = try connection.integer("SELECT pk FROM shelf WHERE name = ?", [.text(Text(name))])
    let made = known == nil ? try insert([("name", .text(Text(name)))], shelves, writer).rowid : nil
    guard let shelf = known ?? made else { return }
    let isThere = try connection.exists(
      "SELECT 1 FROM book_shelf WHERE book = ? AND shelf = ?", [.integer(book), .integer(shelf)])
    if !isThere { try insert([("book", .integer(book)), ("shelf", .integer(shelf))], shelved, writer) }
  }

  private func set(
    _ cells: [(column: String, value: Value)], of key: Int64, _ sql: TableSQL, _ writer: RowWriter
  ) throws(StoreError) {
    let targets = cells.compactMap { cell in
      sql.schema.field(named: cell.column).map { ($0, cell.value) }
    }
    guard targets.count == cells.count else { return }
    let id = RecordID(.rowid(key), in: sql.schema.id)
    try writer.set(targets.map(\.0), to: targets.map(\.1), of: id)
  }

  @discardableResult
  private func insert(
    _ cells: [(column: String, value: Value)], _ sql: TableSQL, _ writer: RowWriter
  ) throws(StoreError) -> RecordID {
    let cells = cells.filter { !$0.value.isNull }.map {
      Change.Cell(column: $0.column, value: $0.value)
    }
    return try writer.insert(cells, sql)
  }
}

/// Merges a file's loans with the library's, by person and day.
///
/// If either has no day, any loan of that person matches, an open one first. A loan that has ended stays ended.
struct LoanMerge {
  private var held: [(key: Int64, loan: BookLoan)]
  private(set) var added: [BookLoan] = []
  private(set) var changed: [(key: Int64, loan: BookLoan)] = []

  init(_ held: [(key: Int64, loan: BookLoan)] = []) { self.held = held }

  var isEmpty: Bool { added.isEmpty && changed.isEmpty }

  mutating func take(_ loans: [BookLoan]) {
    for loan in loans {
      var loan = loan
      (loan.lentOn, loan.backOn) = (Self.day(loan.lentOn), Self.day(loan.backOn))
      let known = held.indices.filter { Self.isSame(held[$0].loan, loan) }
      let sameDay = known.first { held[$0].loan.lentOn == loan.lentOn }
      guard let place = sameDay ?? known.first(where: { held[$0].loan.backOn == nil }) ?? known.first else {
        added.append(loan)
        continue
      }
      let before = held[place].loan
      held[place].loan.lentOn = before.lentOn ?? loan.lentOn
      held[place].loan.backOn = before.backOn ?? loan.backOn
      if held[place].loan != before { changed.append(held[place]) }
    }
  }

  private static func isSame(_ held: BookLoan, _ loan: BookLoan) -> Bool {
    held.person == loan.person && (held.lentOn == nil || loan.lentOn == nil || held.lentOn == loan.lentOn)
  }

  /// The table of loans stores whole days.
  private static func day(_ date: String?) -> String? {
    date.flatMap { PartialDateText.parts($0).count == 3 ? $0 : nil }
  }
}

/// Merges a file's quotes and progress with the library's.
///
/// Quotes match by text; a longer quote replaces the shorter one that it extends. Progress matches by moment, so another time
/// zone adds nothing, and a day that went on gets its new end.
struct NoteMerge {
  struct HeldQuote {
    let key: Int64
    let quote: BookQuote

    var text: String { quote.text }
  }

  /// `moment` is in seconds since 1970-01-01 UTC.
  struct HeldProgress {
    let key, moment: Int64
  }

  private let quotes: [HeldQuote]
  private let progress: [HeldProgress]
  private(set) var (addedQuotes, addedProgress): ([BookQuote], [ProgressEntry]) = ([], [])
  private(set) var changedQuotes: [(key: Int64, quote: BookQuote)] = []
  private(set) var changedProgress: [(key: Int64, entry: ProgressEntry)] = []

  init(quotes: [HeldQuote] = [], progress: [HeldProgress] = []) {
    (self.quotes, self.progress) = (quotes, progress)
  }

  var isEmpty: Bool {
    addedQuotes.isEmpty && addedProgress.isEmpty && changedQuotes.isEmpty && changedProgress.isEmpty
  }

  mutating func take(_ row: FormatRow, hasQuotes: Bool, hasProgress: Bool) {
    if hasQuotes { take(row.quotes) }
    if hasProgress { for entry in row.progress { take(entry) } }
  }

  private mutating func take(_ new: [BookQuote]) {
    // A quote that is still in the file is not the beginning of a longer one.
    var free = quotes.filter { held in !new.contains { $0.text == held.text } }
    for quote in new {
      if let held = quotes.first(where: { $0.quote.text == quote.text }) {
        change(held, by: quote)
      } else if let place = free.firstIndex(where: { Self.isLonger(quote.text, than: $0.text) }) {
        change(free.remove(at: place), by: quote)
      } else if !addedQuotes.contains(where: { $0.text == quote.text }) {
        addedQuotes.append(quote)
      }
    }
  }

  private mutating func change(_ held: HeldQuote, by new: BookQuote) {
    let quote = BookQuote(
      text: new.text, note: held.quote.note ?? new.note, place: held.quote.place ?? new.place,
      at: held.quote.at ?? new.at)
    if quote != held.quote { changedQuotes.append((held.key, quote)) }
  }

  private static let leastLength = 20

  private static func isLonger(_ text: String, than short: String) -> Bool {
    short.count >= leastLength && (text.hasPrefix(short) || text.hasSuffix(short))
  }

  private static let secondsPerDay: Int64 = 86_400

  private mutating func take(_ entry: ProgressEntry) {
    let end = entry.moments.upperBound
    if let held = progress.last(where: { entry.moments.contains($0.moment) }) {
      if held.moment < end { changedProgress.append((held.key, entry)) }
    } else if !progress.contains(where: { $0.moment > end && $0.moment < end + Self.secondsPerDay }) {
      // Otherwise the file was read in another time zone, which divides the days differently.
      addedProgress.append(entry)
    }
  }
}
