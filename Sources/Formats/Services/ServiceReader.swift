import Records

/// Reads what a service's row of cells says of a book.
struct ServiceReader: Sendable {
  private let service: BookService
  private let places: [(rule: ColumnRule, place: Int)]

  /// Makes a reader for rows with these columns.
  init(_ service: BookService, _ columns: [String]) {
    self.service = service
    let names = columns.map { $0.lowercased() }
    places = service.rules.compactMap { rule in
      names.firstIndex(of: rule.name.lowercased()).map { (rule, $0) }
    }
  }

  /// Adds what the cells of a row say.
  func read(_ row: inout FormatRow) {
    var (reading, count) = (Reading(), 0)
    for (rule, place) in places where place < row.values.count {
      guard let text = row.values[place].plainText.map(Self.unwrapped), !text.isEmpty else { continue }
      switch rule.target {
      case .started: reading.started = date(text, rule, &row)
      case .finished: reading.finished = date(text, rule, &row)
      case .stopped: reading.stopped = date(text, rule, &row)
      case .count: count = Int(text) ?? 0
      default: read(text, rule, &row)
      }
    }
    addReadings(reading, count, to: &row)
    row.shelves = row.shelves.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    if row.book[.title] == nil { row.problems.append(.untitled) }
  }

  private func read(_ text: String, _ rule: ColumnRule, _ row: inout FormatRow) {
    switch rule.target {
    case .field(let field) where field == .isbn || row.book[field] == nil: set(field, text, rule, &row)
    case .id: row.id = text
    case .cover: row.cover = text
    case .mainShelf: readStatus(text, &row)
    case .shelves(let separator):
      let names = text.split(separator: separator).map(\.trimmed)
      row.shelves += names.filter { !$0.isEmpty && service.statuses[$0.lowercased()] == nil }
    case .dateRanges: row.readings += text.split(separator: ",").compactMap { Self.range($0.trimmed) }
    case .readings:
      row.readings += text.split(separator: ";").compactMap { Self.reading(String($0)) }
    case .people(let role):
      row.book[.contributors] = [row.book[.contributors], "\(text) (\(role))"].compactMap(\.self).joined(
        separator: "; ")
    default: break
    }
  }

  private func set(_ field: BookField, _ text: String, _ rule: ColumnRule, _ row: inout FormatRow) {
    switch rule.form {
    case .titleWithSeries: readTitle(text, &row)
    case .isbn: readISBN(text, &row)
    case .stars(let scale):
      guard let stars = Double(text), stars > 0 else { return }
      // openreads' older files have ten points for each star.
      let value = stars / (scale == 1 && stars > 5 ? 10 : scale)
      row.book[field] = value == value.rounded() ? String(Int(value)) : String(value)
    case .calibreDate where text.hasPrefix("0101-"): return
    case .date, .year, .integer, .calibreDate:
      if let value = Self.value(text, rule.form) {
        row.book[field] = value
      } else {
        row.problems.append(.unread(column: rule.name))
      }
    default: row.book[field] = Self.value(text, rule.form)
    }
  }

  private static func value(_ text: String, _ form: ColumnRule.Form) -> String? {
    switch form {
    case .names: text.singleSpaced
    case .date, .calibreDate: PartialDateText.read(text)
    case .html: HTMLText.plain(text)
    case .number: text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    case .year: PartialDateText.year(text)
    case .integer: Int(text.split(separator: ".").first ?? "").map(String.init)
    case .lines: lines(text)
    case .list(let separator):
      text.split(separator: separator).map(\.singleSpaced).filter { !$0.isEmpty }.joined(separator: "; ")
    case .truth: ["yes", "true"].contains(text.lowercased()) || (Int(text) ?? 0) > 0 ? "1" : nil
    default: text
    }
  }

  /// The text of a cell without the formula around it that keeps a spreadsheet from changing a number.
  private static func unwrapped(_ text: String) -> String {
    let text = text.trimmed
    guard text.hasPrefix("=\""), text.hasSuffix("\""), text.count > 2 else { return text }
    return text.dropFirst(2).dropLast().trimmed
  }

  private static func lines(_ text: String) -> String {
    var text = text
    for mark in ["<br/>", "<br />", "<br>"] {
      text = text.split(separator: mark, omittingEmptySubsequences: false).joined(separator: "\n")
    }
    return text
  }

  private func date(_ text: String, _ rule: ColumnRule, _ row: inout FormatRow) -> String? {
    let date = PartialDateText.read(text)
    if date == nil { row.problems.append(.unread(column: rule.name)) }
    return date
  }

  /// Takes the series off a title: `The Dispossessed (Hainish Cycle, #6)`.
  private func readTitle(_ text: String, _ row: inout FormatRow) {
    row.book[.title] = text
    guard text.hasSuffix(")"), let open = text.lastIndex(of: "(") else { return }
    let inside = text[text.index(after: open)...].dropLast()
    guard let hash = inside.lastIndex(of: "#") else { return }
    let number = inside[inside.index(after: hash)...].trimmed
    let series = inside[..<hash].trimmed.trimmingEnd(",").trimmed
    let title = text[..<open].trimmed
    guard !series.isEmpty, !title.isEmpty, number.first?.isNumber == true else { return }
    row.book[.title] = title
    row.book[.series] = series
    if Double(number) != nil { row.book[.seriesNumber] = number }
  }

  /// An ISBN with its check digit; Amazon's number begins with B0.
  private func readISBN(_ text: String, _ row: inout FormatRow) {
    if row.book[.isbn] != nil { return }
    let candidates = text.split { $0 == "," || $0 == ";" || $0 == "|" }
    if let isbn = candidates.lazy.compactMap({ ISBNText.thirteen($0) }).first {
      row.book[.isbn] = isbn
    }
  }

  private func readStatus(_ text: String, _ row: inout FormatRow) {
    if let status = service.statuses[text.lowercased()] {
      row.book[.status] = status
    } else {
      row.shelves.append(text)
      row.problems.append(.unknownStatus(text))
    }
  }

  // MARK: Readings

  private func addReadings(_ reading: Reading, _ count: Int, to row: inout FormatRow) {
    let ends = Set(row.readings.compactMap(\.finished))
    if !reading.isUndated, reading.finished.map({ !ends.contains($0) }) ?? true {
      row.readings.append(reading)
    }
    if row.book[.status] == "stopped" {
      // The end of a book that was given up is no finish.
      for place in row.readings.indices where row.readings[place].stopped == nil {
        row.readings[place].stopped = row.readings[place].finished
        row.readings[place].finished = nil
      }
    }
    while row.readings.count < min(count, 1_000) { row.readings.append(Reading()) }
  }

  private static func range(_ text: String) -> Reading? {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { PartialDateText.read($0) }
    guard ends.contains(where: { $0 != nil }) else { return nil }
    return ends.count == 2 ? Reading(started: ends[0], finished: ends[1]) : Reading(finished: ends[0])
  }

  private static func reading(_ text: String) -> Reading? {
    let ends = text.split(separator: "|", omittingEmptySubsequences: false).map { PartialDateText.read($0) }
    let reading = Reading(started: ends.first ?? nil, finished: ends.dropFirst().first ?? nil)
    return reading.isUndated ? nil : reading
  }
}

extension String {
  /// The text without one character at its end.
  fileprivate func trimmingEnd(_ character: Character) -> String {
    last == character ? String(dropLast()) : self
  }
}
