import Listings
import Records
import SQLite

/// The statements that read when the books that meet a condition were read, from the tables of the template `reading`.
struct ReadingSQL: Sendable {
  private let books, readings: TableSQL
  private let reference: Reference
  private let progress: (sql: TableSQL, column: String, target: String)?
  private let condition: String

  /// Returns nil if the library does not record when the books of a table were read.
  init?(_ database: Database, books: TableSQL, condition: String) throws(StoreError) {
    guard books.schema.source == .table, let readings = try Self.table("reading", database),
      ["finished", "started", "stopped"].allSatisfy({ readings.schema.field(named: $0) != nil }),
      let reference = readings.schema.reference(to: books.schema.table)
    else { return nil }
    (self.books, self.readings, self.reference, self.condition) = (books, readings, reference, condition)
    guard let progress = try Self.table("progress", database), progress.schema.field(named: "at") != nil,
      let link = progress.schema.reference(to: readings.schema.table)
    else {
      self.progress = nil
      return
    }
    self.progress = (progress, progress.schema.fields[link.fields[0]].column, link.columns[0])
  }

  private static func table(_ name: String, _ database: Database) throws(StoreError) -> TableSQL? {
    guard let entry = database.entry(named: name) else { return nil }
    let sql = try database.sql(of: entry.id)
    return sql.schema.source == .table ? sql : nil
  }

  /// The columns of a book, in the order in which `year(_:)` returns them after those of the reading.
  static let bookColumns = [
    "rating", "pages", "first_published", "published", "author", "format", "language", "publisher",
  ]

  private var source: String {
    let columns = (Self.bookColumns + ["status"]).map { name in
      let field = books.schema.field(named: name)
      return (field.map { books.columnList([$0]) } ?? "NULL") + " AS " + quoted(name)
    }
    let book =
      "SELECT \(quoted(reference.columns[0])) AS \"the key\", \(books.titleExpression) AS \"the title\", \(columns.joined(separator: ", ")) FROM \(books.table)\(condition)"
    return "(\(book)) AS b"
  }

  private var joined: String { "\(source) JOIN \(readings.table) AS r ON r.\(link) = b.\"the key\"" }

  private var readingsAlone: String { condition.isEmpty ? "\(readings.table) AS r" : joined }

  private var link: String { quoted(readings.schema.fields[reference.fields[0]].column) }

  private static func isIn(_ year: Int, _ column: String) -> String {
    let text = PartialDateText.joined(year, nil, nil) ?? "\(year)"
    return "(\(column) = '\(text)' OR \(column) GLOB '\(text)-*')"
  }

  private static func year(of column: String) -> String {
    "CASE WHEN \(column) GLOB '-*' THEN substr(\(column), 1, 5) ELSE substr(\(column), 1, 4) END"
  }

  /// Whether a value is a date, possibly only a year or a month; completed, it is a date for SQLite.
  private static func isDate(_ column: String) -> String {
    let length = "length(ltrim(\(column), '-'))"
    let day = "\(column) || substr('-01-01', \(length) - 3)"
    return "(typeof(\(column)) = 'text' AND \(length) IN (4, 7, 10) AND date(\(day)) IS \(day))"
  }

  /// The readings that ended in a year or the one before: end, stop, start, stars, the book's title, `bookColumns`, and
  /// whether the book was finished before, at all and in the same year.
  func year(_ year: Int) -> String {
    let columns = Self.bookColumns.map { "b.\(quoted($0))" }.joined(separator: ", ")
    let rating = readings.schema.field(named: "rating") == nil ? "NULL" : "r.rating"
    let isWanted = [year, year - 1].flatMap { year in
      [Self.isIn(year, "r.finished"), "(r.finished IS NULL AND \(Self.isIn(year, "r.stopped")))"]
    }
    return """
      SELECT r.finished, r.stopped, r.started, \(rating), b."the title", \(columns), \
      \(wasFinishedBefore()), \(wasFinishedBefore(in: "\(Self.year(of: "e.finished")) = \(Self.year(of: "r.finished"))")) \
      FROM \(joined) WHERE \(isWanted.joined(separator: " OR "))
      """
  }

  /// Whether there is an earlier reading of the same book; on a tie, the one with the lower key is earlier.
  private func wasFinishedBefore(in condition: String = "1") -> String {
    let keys = readings.schema.key.columns.map(quoted)
    let tuple = { (table: String) in "(\(keys.map { "\(table).\($0)" }.joined(separator: ", ")))" }
    return """
      EXISTS (SELECT 1 FROM \(readings.table) AS e WHERE e.\(link) = r.\(link) AND e.finished > '' AND \(condition) AND \
      (e.finished < r.finished OR (e.finished = r.finished AND \(tuple("e")) < \(tuple("r")))))
      """
  }

  func beginnings(_ year: Int) -> String {
    """
    SELECT r.started FROM \(readingsAlone) WHERE r.finished IS NULL AND r.stopped IS NULL \
    AND \(Self.isIn(year, "r.started"))
    """
  }

  func authors(before year: Int) -> String {
    let first = PartialDateText.joined(year, nil, nil) ?? "\(year)"
    return
      "SELECT b.author FROM \(joined) WHERE r.finished > '' AND r.finished < '\(first)' AND b.author IS NOT NULL GROUP BY b.author"
  }

  /// The days of a year and the one before with progress, with the number of entries and the minutes; nil without such a table.
  func progress(_ year: Int) -> String? {
    guard let progress else { return nil }
    let minutes = progress.sql.schema.field(named: "minutes") == nil ? "0" : "total(p.minutes)"
    let isWanted = [year, year - 1].map { Self.isIn($0, "p.at") }.joined(separator: " OR ")
    return """
      SELECT substr(p.at, 1, 10), count(*), \(minutes) FROM \(joined) JOIN \(progress.sql.table) AS p \
      ON p.\(quoted(progress.column)) = r.\(quoted(progress.target)) WHERE \(isWanted) GROUP BY 1
      """
  }

  var undated: String {
    "SELECT count(*) FROM \(source) WHERE b.status = 'read' AND NOT EXISTS (SELECT 1 FROM \(readings.table) AS r WHERE r.\(link) = b.\"the key\" AND r.finished IS NOT NULL)"
  }

  var unreadable: String {
    "SELECT count(*) FROM \(readingsAlone) WHERE r.finished IS NOT NULL AND NOT \(Self.isDate("r.finished"))"
  }

  var yearNumbers: String {
    "SELECT DISTINCT \(Self.year(of: "r.finished")) FROM \(readingsAlone) WHERE \(Self.isDate("r.finished"))"
  }

  /// Each year with its finished readings, the pages of their books, and the readings of books without a page count.
  var years: String {
    """
    SELECT \(Self.year(of: "r.finished")), count(*), total(b.pages), count(*) - count(b.pages) FROM \(joined) \
    WHERE \(Self.isDate("r.finished")) GROUP BY 1
    """
  }
}

extension Schema {
  fileprivate func reference(to table: String) -> Reference? {
    references.first { $0.table.isSameName(as: table) && $0.columns.count == 1 }
  }
}
