import Listings
import Queries
import Records
import SQLite

struct StatisticsReader: Sendable {
  private let source: RowSource
  private let readings: ReadingSQL?

  init(_ database: Database, _ source: RowSource) throws(StoreError) {
    self.source = source
    readings = try ReadingSQL(database, books: source.sql, condition: source.whereClause)
  }

  var hasReadings: Bool { readings != nil }

  private var sql: TableSQL { source.sql }

  func read(
    _ request: StatisticsRequest, on connection: Connection, progress: @escaping (Double) -> Void = { _ in }
  ) throws(StoreError) -> StatisticsResult {
    try source.reading(on: connection) { () throws(StoreError) in
      switch request {
      case .field(let request): return .fields([try figures(request, on: connection)])
      case .overview: return .fields(try overview(on: connection, progress))
      case .year(let year): return try self.year(year, on: connection, progress)
      case .years: return .years(try years(on: connection))
      }
    }
  }

  private func forEachRow(
    _ text: String, on connection: Connection, _ body: (PreparedStatement) throws(StoreError) -> Void
  ) throws(StoreError) {
    try connection.uncachedStatement(text, for: .list).forEachRow(binding: source.bindings, body)
  }

  private func figures(
    _ request: StatisticsRequest.FieldCount, on connection: Connection
  ) throws(StoreError) -> FieldFigures {
    let schema = sql.schema
    var fold = FieldFold(
      schema.field(at: request.field), by: request.part, measure: request.measure, limit: request.limit)
    if let measured = request.measured {
      try forEachRow(text(request.field, measured), on: connection) { row in
        let tally = Tally(
          rows: Int(row.integer(at: 1)), measured: Int(row.integer(at: 2)),
          sum: row.value(at: 3).number ?? 0)
        if row.integer(at: 4) == 0 { fold.addEmpty(tally) } else { fold.add(row.value(at: 0), tally) }
      }
    } else {
      try source.forEachWholeValue(of: request.field, on: connection) {
        let tally = Tally(rows: $0.count)
        if $0.isNull { fold.addEmpty(tally) } else { fold.add($0.value, tally) }
      }
    }
    var figures = fold.result()
    figures.measured = request.measured.map(schema.field)
    return figures
  }

  /// Selects distinct values in order: rows, number and sum of the numbers in the measured field, and 0 only for NULL.
  private func text(_ field: Int, _ measured: Int) -> String {
    // A text in the measured field is no number, and must not count as 0.
    let (column, measured) = (sql.columnList([field]), sql.columnList([measured]))
    let number = "CASE WHEN typeof(\(measured)) IN ('integer', 'real') THEN \(measured) END"
    return """
      SELECT \(column), count(*), count(\(number)), total(\(number)), count(\(column)) \
      FROM \(sql.table)\(source.whereClause) GROUP BY \(column) COLLATE BINARY
      """
  }

  private static let overviewCount = 8

  private func overview(
    on connection: Connection, _ progress: (Double) -> Void
  ) throws(StoreError) -> [FieldFigures] {
    let fields = Array(sql.schema.tellingFields.prefix(Self.overviewCount))
    var all: [FieldFigures] = []
    for (place, field) in fields.enumerated() {
      progress(Double(place) / Double(fields.count))
      var request = StatisticsRequest.FieldCount(field)
      request.limit = 10
      let figures = try figures(request, on: connection)
      if figures.tells { all.append(figures) }
    }
    return all
  }

  private func year(
    _ year: Int, on connection: Connection, _ progress: (Double) -> Void
  ) throws(StoreError) -> StatisticsResult {
    guard let readings else { return .fields([]) }
    var fold = YearFold(year: year)
    try forEachRow(readings.year(year), on: connection) { row in
      if let entry = ReadingEntry(row) { fold.add(entry) }
    }
    try forEachRow(readings.beginnings(year), on: connection) { row in
      if case .text(let text) = row.value(at: 0), let day = DateParts.read(text) { fold.addDay(day) }
    }
    progress(0.4)
    if let text = readings.progress(year) {
      try forEachRow(text, on: connection) { row in
        guard case .text(let text) = row.value(at: 0), let day = DateParts.read(text) else { return }
        fold.addProgress(
          day, entries: Int(row.integer(at: 1)), minutes: row.value(at: 2).whole(upTo: Self.mostMinutes) ?? 0)
      }
    }
    try forEachRow(readings.authors(before: year), on: connection) { row in
      if let author = row.value(at: 0).string { fold.noteKnown(author: author) }
    }
    progress(0.8)
    fold.note(
      undated: try number(readings.undated, on: connection),
      unreadable: try number(readings.unreadable, on: connection))
    var years: [Int] = []
    try forEachRow(readings.yearNumbers, on: connection) { row in
      if let year = row.value(at: 0).string.flatMap({ Int($0) }) { years.append(year) }
    }
    return .year(fold.result(), years: years.sorted())
  }

  private static let mostMinutes = 1_000_000
  fileprivate static let mostPages = 10_000_000

  private func number(_ text: String, on connection: Connection) throws(StoreError) -> Int {
    var number = 0
    try forEachRow(text, on: connection) { number = Int($0.integer(at: 0)) }
    return number
  }

  private func years(on connection: Connection) throws(StoreError) -> [YearTotals] {
    guard let readings else { return [] }
    var years: [YearTotals] = []
    try forEachRow(readings.years, on: connection) { row in
      guard let year = row.value(at: 0).string.flatMap({ Int($0) }) else { return }
      var totals = YearTotals(year: year)
      totals.readings = Int(row.integer(at: 1))
      totals.pages = row.value(at: 2).whole(upTo: 1 << 50) ?? 0
      totals.withoutPages = Int(row.integer(at: 3))
      years.append(totals)
    }
    return years.sorted { $0.year < $1.year }
  }
}

extension Value {
  fileprivate var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .real(let number) where number.isFinite: number
    default: nil
    }
  }

  fileprivate func whole(upTo limit: Int) -> Int? {
    number.flatMap { $0 >= 1 && $0 <= Double(limit) ? Int($0) : nil }
  }

  fileprivate var string: String? { if case .text(let text) = self { text.string } else { nil } }
}

extension ReadingEntry {
  fileprivate init?(_ row: PreparedStatement) {
    let text = { (column: Int) in row.value(at: Int32(column)).string ?? "" }
    let date = { (column: Int) -> [Int] in
      if case .text(let text) = row.value(at: Int32(column)) { DateParts.read(text) ?? [] } else { [] }
    }
    let isFinished = !row.value(at: 0).isNull
    let ended = date(isFinished ? 0 : 1)
    guard !ended.isEmpty else { return nil }
    self.init(ended: ended)
    (self.isFinished, started, title) = (isFinished, date(2), text(4))
    let stars = row.value(at: 3).number ?? row.value(at: 5).number
    self.stars = stars.flatMap { (0...Double(Field.mostStars)).contains($0) ? $0 : nil }
    pages = row.value(at: 6).whole(upTo: StatisticsReader.mostPages)
    published = (date(7).first ?? date(8).first)
    for (place, subject) in [ReadingSubject.author, .format, .language, .publisher].enumerated() {
      names[subject] = row.value(at: Int32(9 + place)).string
    }
    (isAgain, isAgainInYear) = (row.integer(at: 13) != 0, row.integer(at: 14) != 0)
  }
}

extension Schema {
  /// The fields whose value counts are informative, best first.
  fileprivate var tellingFields: [Int] {
    func rank(_ field: Int) -> Int? {
      let kind = fields[field].kind
      if fields[field].isUnique || titleFields.contains(field) || kind.isBytes { return nil }
      switch kind {
      case .choice, .rating: return 0
      case .partialDate, .date, .dateTime, .year: return 1
      case .boolean, .list: return 2
      case .integer, .decimal, .real: return 3
      case .text: return 4
      case .longText, .isbn, .url, .photo, .blob: return nil
      }
    }
    let ranked = fields.indices.compactMap { field in rank(field).map { (rank: $0, field: field) } }
    return ranked.sorted { ($0.rank, $0.field) < ($1.rank, $1.field) }.map { titleOfReference($0.field) }
  }
}

extension FieldFigures {
  fileprivate var tells: Bool {
    guard classes.contains(where: { $0.tally.rows > 0 }) else { return false }
    return form != .frequency || classes.contains { $0.tally.rows > 1 }
  }
}
