import EditLog
import Listings
import Platform
import Queries
import Records
import SQLite

/// Records that a book was started, finished, lent or returned.
///
/// It uses those tables of the template `reading` that the library has. Each call is one step and one transaction.
public struct BookReadings {
  private let store: BookStore
  private let book: RecordID
  private let schema: Schema

  /// Prepares to record a book's readings.
  public init(_ book: RecordID, in store: BookStore) throws(StoreError) {
    (self.book, self.store) = (book, store)
    schema = try store.schema(of: book.table)
  }

  private func rows(_ table: String) throws(StoreError) -> RelatedRows? {
    guard var rows = try store.related(to: book).first(where: { $0.schema.table.isSameName(as: table) })
    else { return nil }
    if rows.content == nil { rows.content = try store.read(rows) }
    return rows
  }

  // MARK: Readings

  private static let readings = "reading"

  /// Whether the library records when books were read.
  public var areNoted: Bool { get throws(StoreError) { try rows(Self.readings) != nil } }

  private func current(_ readings: RelatedRows) -> RecordID? {
    let open = (readings.content?.rows ?? []).filter { row in
      ["finished", "stopped"].allSatisfy { value($0, row, readings).isNull }
    }
    if let begun = open.first(where: { !value("started", $0, readings).isNull }) { return begun.id }
    // An import may know that a book is being read, but not since when.
    return isBeingRead ? open.first?.id : nil
  }

  private var isBeingRead: Bool {
    guard let status = schema.field(named: "status"), let record = try? store.record(book) else {
      return false
    }
    return record.value(at: status) == "reading"
  }

  private func value(_ column: String, _ row: RelatedRows.Row, _ rows: RelatedRows) -> Value {
    rows.schema.field(named: column).map { row.values[$0] } ?? .null
  }

  /// Records that the book was started: a reading begins, and the status changes.
  ///
  /// - Parameter day: A text such as `2024-05-01`, `2024-05` or `2024`.
  /// - Returns: False if a reading is already in progress; then nothing has changed.
  public func start(on day: Value, in step: EditStep? = nil) throws(StoreError) -> Bool {
    guard let readings = try rows(Self.readings), current(readings) == nil else { return false }
    try change(.started(try title), in: step) { writer throws(StoreError) in
      try insert(["started": day], into: readings, writer)
      try set(["status": "reading"], of: book, writer)
    }
    return true
  }

  /// Records that the book was finished: ends the current reading, or adds one with only an end, and sets the status.
  ///
  /// - Parameters:
  ///   - rating: The stars for the reading and the book; NULL leaves those of the book as they are.
  ///   - review: The book's review; nil leaves it as it is.
  ///   - ended: A reading that has ended on that day, which gets the stars; nil for another one.
  public func finish(
    on day: Value, rating: Value = .null, review: Value? = nil, session: ReadingSession? = nil,
    changing ended: RecordID? = nil, in step: EditStep? = nil
  ) throws(StoreError) {
    guard let readings = try rows(Self.readings) else { return }
    let stars = rating.isNull ? [:] : ["rating": rating]
    var fields = stars.merging(["status": "read"]) { $1 }
    if let review { fields["review"] = review }
    let reading = ended ?? current(readings)
    try change(.finished(try title), reading, in: step) { writer throws(StoreError) in
      try end(reading, stars.merging(["finished": day]) { $1 }, session, isRead: true, readings, writer)
      try set(fields, of: book, writer)
    }
  }

  /// The reading that has ended on a day, unless another one is under way.
  public func reading(finishedOn day: Value) throws(StoreError) -> RecordID? {
    guard let readings = try rows(Self.readings), current(readings) == nil else { return nil }
    return readings.content?.rows.first { value("finished", $0, readings) == day }?.id
  }

  /// Records that the book was given up: ends the current reading, or adds one with only an end.
  public func stop(on day: Value, session: ReadingSession? = nil) throws(StoreError) {
    guard let readings = try rows(Self.readings) else { return }
    let reading = current(readings)
    try change(.progressed(try title), reading) { writer throws(StoreError) in
      try end(reading, ["stopped": day], session, isRead: false, readings, writer)
      try set(["status": "stopped"], of: book, writer)
    }
  }

  /// - Parameter known: The reading; nil adds one.
  private func end(
    _ known: RecordID?, _ values: [String: Value], _ session: ReadingSession?, isRead: Bool,
    _ readings: RelatedRows, _ writer: RowWriter
  ) throws(StoreError) {
    let reading: RecordID
    if let known {
      reading = known
      try set(values, of: known, writer)
    } else {
      reading = try insert(values, into: readings, writer)
    }
    guard let session else { return }
    try begin(reading, by: session.day, readings, writer)
    try insert(ReadingProgress(), session, of: reading, readings, isEnd: isRead, writer)
  }

  // MARK: Progress

  /// The result of recording progress.
  public enum ProgressResult: Hashable, Sendable {
    case noted(ReadingProgress)
    case notKept
    /// The book has only this many pages.
    case beyond(pages: Int)
    case unknownStart
  }

  /// Records how far the book was read: a reading begins if none is in progress.
  public func note(_ place: ReadingPlace, in session: ReadingSession) throws(StoreError) -> ProgressResult {
    guard let readings = try rows(Self.readings), try progressSource(readings) != nil else { return .notKept }
    let open = current(readings)
    let before = readings.content?.rows.first { $0.id == open }?.progress
    guard let progress = try progress(at: place, after: before) else { return .unknownStart }
    if let page = progress.page, let pages = progress.pages, page > pages { return .beyond(pages: pages) }
    let status = try schema.field(named: "status").map { field throws(StoreError) in
      try store.record(book).value(at: field)
    }
    try change(.progressed(try title), open) { writer throws(StoreError) in
      let reading: RecordID
      if let open {
        reading = open
        try begin(open, by: session.day, readings, writer)
      } else {
        reading = try insert(["started": session.day], into: readings, writer)
      }
      try insert(progress, session, of: reading, readings, writer)
      // A status never goes backwards by itself; only a new reading changes it.
      if open == nil || status == .null || status == "to read" {
        try set(["status": "reading"], of: book, writer)
      }
    }
    return .noted(progress)
  }

  private func begin(
    _ reading: RecordID, by day: Value, _ readings: RelatedRows, _ writer: RowWriter
  ) throws(StoreError) {
    guard let field = readings.schema.field(named: "started"),
      case .text(let started)? = readings.content?.rows.first(where: { $0.id == reading })?.values[field],
      case .text(let text) = day, let old = DateParts.read(started), let new = DateParts.read(text),
      let different = zip(new, old).first(where: !=), different.0 < different.1
    else { return }
    try set(["started": day], of: reading, writer)
  }

  /// The progress to store; nil if it is relative to an unknown page.
  private func progress(
    at place: ReadingPlace, after before: ReadingProgress?
  ) throws(StoreError) -> ReadingProgress? {
    var progress = ReadingProgress(
      pages: ProgressReader.pages(of: schema, try store.record(book).shownValues ?? []))
    switch place {
    case .page(let page): progress.page = page
    case .percent(let percent): progress.percent = percent
    case .end: (progress.page, progress.percent) = (progress.pages, progress.pages == nil ? 100 : nil)
    case .stopped: break
    case .further(let count):
      guard let page = before.map(\.reachedPage) ?? 0 else { return nil }
      progress.page = page + count
    }
    return progress
  }

  private func progressSource(
    _ readings: RelatedRows
  ) throws(StoreError) -> (schema: Schema, link: Reference)? {
    try ProgressReader(store.database).source(of: readings.source.table)
  }

  private func insert(
    _ progress: ReadingProgress, _ session: ReadingSession, of reading: RecordID, _ readings: RelatedRows,
    isEnd: Bool = false, _ writer: RowWriter
  ) throws(StoreError) {
    guard let source = try progressSource(readings) else { return }
    let progress = isEnd ? try self.progress(at: .end, after: nil) ?? progress : progress
    let values: [String: Value] = [
      "at": session.moment, "page": progress.page.map { .integer(Int64($0)) } ?? .null,
      "percent": progress.percent.map { .real($0) } ?? .null, "minutes": session.minutes,
      "note": session.note,
    ]
    let link = reading.values.first.map { [source.link.fields[0]: $0] } ?? [:]
    try insert(values, link, into: source.schema, writer)
  }

  // MARK: Loans

  private static let loans = Schema.loanTable

  /// A loan of a book.
  public struct Loan: Hashable, Sendable {
    /// The row.
    public let id: RecordID
    /// The person who has the book, or who owns it.
    public let person: String
    /// Whether the book is borrowed from the person.
    public let isBorrowed: Bool
    /// When the book was returned, if it was.
    public let backOn: String?

    /// Creates a loan from the values of a row.
    public init(_ id: RecordID, _ values: [Value], _ schema: Schema) {
      func text(_ column: String) -> String {
        schema.field(named: column).map { schema.fields[$0].text(of: values[$0]) } ?? ""
      }
      self.id = id
      person = text("person")
      isBorrowed = text("direction") == "borrowed"
      backOn = text("back_on").isEmpty ? nil : text("back_on")
    }

    /// The loan in a row, and its book; nil for a row of another table.
    public static func find(
      _ id: RecordID, in store: BookStore
    ) throws(StoreError) -> (book: RecordID, loan: Loan)? {
      let schema = try store.schema(of: id.table)
      guard schema.isOfLoans, let reference = schema.references.first(where: { $0.fields.count == 1 }),
        let books = store.tables.first(where: { $0.name.isSameName(as: reference.table) })
      else { return nil }
      let values = try store.shelf.snapshot(of: id).shownValues
      guard case .integer(let book) = values[reference.fields[0]] else { return nil }
      return (RecordID(.rowid(book), in: books.id), Loan(id, values, schema))
    }
  }

  /// The list to add a loan of the book to, or nil if the library has no table of loans.
  public var loanSource: ListSource? { get throws(StoreError) { try rows(Self.loans)?.source } }

  /// The book's current loan, if it is lent.
  public var loan: Loan? {
    get throws(StoreError) {
      guard let loans = try rows(Self.loans) else { return nil }
      return loans.content?.rows.map { Loan($0.id, $0.values, loans.schema) }.first {
        $0.backOn == nil && !$0.isBorrowed
      }
    }
  }

  /// Lends the book; returns false if the library has no table of loans.
  public func lend(to person: Value, on day: Value, due: Value = .null) throws(StoreError) -> Bool {
    guard let loans = try rows(Self.loans) else { return false }
    try change(.lent(try title)) { writer throws(StoreError) in
      try insert(["person": person, "direction": "lent", "lent_on": day, "due": due], into: loans, writer)
    }
    return true
  }

  /// Lends the book as one of several; returns false if it is already lent.
  ///
  /// - Parameter values: A value for each field of the table of loans; the form leaves the book out.
  public func lend(_ values: [Value], in step: EditStep) throws(StoreError) -> Bool {
    guard let loans = try rows(Self.loans), try loan == nil else { return false }
    let scope = loans.schema.values(in: loans.source.scope)
    let row = zip(values, scope).map { value, own in [own, value].first { !$0.isNull } }
    _ = try store.insert([row], into: loans.source.table, in: step)
    return true
  }

  /// Records that the book was returned.
  public func takeBack(_ loan: Loan, on day: Value, in step: EditStep? = nil) throws(StoreError) {
    try change(.returned(try title), loan.id, in: step) { writer throws(StoreError) in
      try set(["back_on": day], of: loan.id, writer)
    }
  }

  // MARK: Rows

  private var title: String {
    get throws(StoreError) {
      schema.text(ofTitle: try store.rowEditor.identities.shownTitle(of: book) ?? .null)
    }
  }

  private static let columns = ["status", "rating", "review", "started", "finished", "stopped", "back_on"]

  private func change(
    _ origin: StepOrigin, _ id: RecordID? = nil, in step: EditStep? = nil,
    _ body: (RowWriter) throws(StoreError) -> Void
  ) throws(StoreError) {
    try store.rowEditor.changeAtOnce(
      Self.columns, of: [book] + (id.map { [$0] } ?? []), in: step ?? store.beginStep(from: origin), body)
  }

  @discardableResult
  private func insert(
    _ values: [String: Value], into rows: RelatedRows, _ writer: RowWriter
  ) throws(StoreError) -> RecordID {
    let scope = rows.schema.values(in: rows.source.scope)
    let link = Dictionary(uniqueKeysWithValues: zip(scope.indices, scope).filter { !$1.isNull })
    return try insert(values, link, into: rows.schema, writer)
  }

  @discardableResult
  private func insert(
    _ values: [String: Value], _ link: [Int: Value], into schema: Schema, _ writer: RowWriter
  ) throws(StoreError) -> RecordID {
    var row = link
    for (column, value) in values where !value.isNull {
      if let field = schema.field(named: column) { row[field] = value }
    }
    let cells = row.sorted { $0.key < $1.key }.map { field, value in
      Change.Cell(column: schema.fields[field].column, value: value)
    }
    let sql = try store.database.sql(of: schema.id)
    do throws(StoreError) {
      return try writer.insert(cells, sql)
    } catch {
      throw store.rowEditor.constraints.explained(error, inserting: cells, sql)
    }
  }

  private func set(_ values: [String: Value], of id: RecordID, _ writer: RowWriter) throws(StoreError) {
    let schema = try store.schema(of: id.table)
    let fields = schema.fields.indices.filter { values[schema.fields[$0].column.lowercased()] != nil }
    if fields.isEmpty { return }
    guard let held = try store.database.values(fields, of: id) else { throw .rowGone }
    var changed: [FieldValue] = []
    for (field, old) in zip(fields, held) {
      guard let value = values[schema.fields[field].column.lowercased()], value != old else { continue }
      try store.database.checkIsSettable(field, of: id.table)
      changed.append(FieldValue(index: field, value: value))
    }
    if changed.isEmpty { return }
    try writer.set(changed.map(\.index), to: changed.map(\.value), of: id)
  }
}

/// The date and time of a note about reading, as the templates store them.
public enum ReadingMoment {
  /// The moment of a note on a day: today with the current time, another day without a time.
  public static func value(_ day: Value) -> Value {
    guard let today = CalendarDate.today, day == .text(Text(today.description)),
      let moment = DateTime(secondsSince1970: SystemClock.localSecondsSince1970.rounded(.down))
    else { return day }
    return .text(Text(moment.description))
  }

  /// Why a day cannot be that of a note.
  public enum Problem: Hashable, Sendable {
    case future
    /// The text names only a year or a month.
    case noDay
  }

  /// Why something cannot have been done on a date, which must include the day if `isWhole`; nil if it can.
  public static func problem(_ date: Value, isWhole: Bool) -> Problem? {
    guard case .text(let text) = date, let day = PartialDateText.firstDay(text.string) else { return nil }
    if let today = CalendarDate.today, day > today { return .future }
    return isWhole && PartialDateText.parts(text.string).count < 3 ? .noDay : nil
  }
}

/// One reading session: its day, length and note.
public struct ReadingSession: Hashable, Sendable {
  /// The day, a text such as `2024-05-01`.
  public var day: Value
  /// The moment, a text that starts with the day.
  public var moment: Value
  /// The minutes, or NULL.
  public var minutes: Value
  /// The note, or NULL.
  public var note: Value

  /// Creates a session; by default, its moment is the current time if the day is today, otherwise the day.
  public init(on day: Value, at moment: Value? = nil, minutes: Value = .null, note: Value = .null) {
    (self.day, self.minutes, self.note) = (day, minutes, note)
    self.moment = moment ?? ReadingMoment.value(day)
  }

  /// The session, or nil if only its day is known.
  public var unlessEmpty: ReadingSession? { minutes.isNull && note.isNull ? nil : self }
}
