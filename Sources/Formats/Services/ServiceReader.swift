import Records

struct ServiceReader: Sendable {
  private let service: BookService
  private let places: [(rule: ColumnRule, place: Int)]
  private let fields: Set<BookField>
  private let orders: [String: DayOrder]

  /// The dates in `sample`, the cells of the first rows, show the order of days and months.
  init(_ service: BookService, _ columns: [String], sample: [[String]] = []) {
    self.service = service
    let names = columns.map { $0.lowercased() }
    let places = service.rules.compactMap { rule in
      (columns.firstIndex(of: rule.name) ?? names.firstIndex(of: rule.name.lowercased())).map {
        (rule: rule, place: $0)
      }
    }
    self.places = places
    let orders = places.filter(\.rule.hasDates).compactMap { rule, place in
      let cells = sample.lazy.filter { place < $0.count }.map { Self.unwrapped($0[place], rule) }
      return DayOrder(of: cells.flatMap { Self.dates($0, rule) }).map { (rule.name, $0) }
    }
    self.orders = Dictionary(orders, uniquingKeysWith: { first, _ in first })
    fields = Set(places.compactMap { if case .field(let field) = $0.rule.target { field } else { nil } })
  }

  func read(_ row: inout FormatRow) {
    var (reading, count, shelf) = (Reading(), 0, String?.none)
    var (quote, kind) = (BookQuote(text: ""), String?.none)
    var (loan, isBack) = (BookLoan(person: ""), false)
    row.bookColumns = fields
    for (rule, place) in places where place < row.values.count {
      guard let text = row.values[place].plainText.map({ Self.unwrapped($0, rule) }), !text.isEmpty else {
        continue
      }
      switch rule.target {
      case .started: reading.started = date(text, rule, &row)
      case .finished: reading.finished = date(text, rule, &row)
      case .stopped: reading.stopped = date(text, rule, &row)
      case .count: count = Int(text) ?? 0
      case .quote: quote.text = text
      case .quoteNote: quote.note = text
      case .quotePlace: quote.place = text
      case .quotePlaceKind: kind = text.lowercased()
      case .quoteMoment: quote.at = moment(text, rule, &row)
      case .returned: (loan.backOn, isBack) = (day(text, rule, &row), true)
      case .mainShelf:
        shelf = text
        readStatus(text, &row)
      default: read(text, rule, &row)
      }
    }
    if !quote.text.isEmpty {
      if let place = quote.place, let kind { quote.place = "\(kind) \(place)" }
      row.quotes.append(quote)
    }
    addReadings(reading, count, to: &row)
    addLoan(&loan, isBack, to: &row)
    readShelves(besides: shelf, &row)
    if row.book[.title] == nil { row.problems.append(.untitled) }
  }

  private func read(_ text: String, _ rule: ColumnRule, _ row: inout FormatRow) {
    switch rule.target {
    case .field(let field): set(field, text, rule, &row)
    case .id: row.id = text
    case .cover: row.cover = text
    case .shelves(let separator): row.shelves += Self.parts(text, separator)
    case .collections(let separator): readCollections(Self.parts(text, separator), &row)
    case .isRead: if Self.isTrue(text) { row.book[.status] = "read" }
    case .dateRanges:
      for range in text.split(separator: ",") { add(Self.ends(of: range.trimmed), rule, &row) }
    case .readings:
      for range in text.split(separator: ";") {
        let ends = range.split(separator: "|", omittingEmptySubsequences: false)
        add((ends.first, ends.dropFirst().first), rule, &row)
      }
    case .seriesWithNumber: SeriesText(text).map { readSeries($0, &row) }
    case .people(let role): add(Self.parts(text, ";").map { "\($0) (\(role))" }, &row)
    case .roles(let separator): addRoles(text, separator, &row)
    case .allPeople: readPeople(text, &row)
    case .publication: row.book[.publisher] = Self.publisher(text)
    case .deleted: row.isDeleted = Self.isTrue(text)
    case .nothing, .started, .finished, .stopped, .count, .mainShelf, .quote, .quoteNote, .quotePlace,
      .quotePlaceKind, .quoteMoment, .returned:
      break
    }
  }

  private func set(_ field: BookField, _ text: String, _ rule: ColumnRule, _ row: inout FormatRow) {
    switch (rule.form, row.book[field]) {
    case (.isbn, _): readISBN(text, rule, &row)
    case (_, let held?): extend(field, held, text, rule, &row)
    case (.titleWithSeries, nil): readTitle(text, &row)
    case (.isbnOrOther, nil): row.book[field] = Self.isbn(text)
    case (.credits(let separator), nil): readCredits(Self.parts(text, separator), &row)
    case (.number, nil) where row.book[.series] == nil: return
    case (.calibreDate, nil) where text.hasPrefix("0101-") || text == "None": return
    case (.stars, nil) where Double(text) == 0, (.starsOrPoints, nil) where Double(text) == 0: return
    case (.truth, nil): row.book[field] = Self.isTrue(text) ? "1" : nil
    default:
      row.book[field] = value(text, rule)
      if row.book[field] == nil { noteUnread(text, rule, &row) }
      if rule.hasDates { noteOtherOrder(text, rule, &row) }
    }
  }

  /// Adds a second column to a field that can hold several values; otherwise the first column counts.
  private func extend(
    _ field: BookField, _ held: String, _ text: String, _ rule: ColumnRule, _ row: inout FormatRow
  ) {
    guard [.tags, .contributors, .notes].contains(field), let more = value(text, rule), more != held
    else { return }
    row.book[field] = held + (field == .notes ? "\n" : "; ") + more
  }

  private func value(_ text: String, _ rule: ColumnRule) -> String? {
    switch rule.form {
    case .names: text.singleSpaced
    case .date, .calibreDate: PartialDateText.read(text, orders[rule.name]) ?? Self.copyrightYear(text)
    case .html: HTMLText.plain(text)
    case .number: text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    case .year: PartialDateText.year(text)
    case .integer: Int(text.hasSuffix(".0") ? String(text.dropLast(2)) : text).map(String.init)
    case .lines: lines(text)
    case .list(let separator):
      text.split(separator: separator).map(\.singleSpaced).filter { !$0.isEmpty }.joined(separator: "; ")
    case .stars(let scale): Self.stars(text, scale: scale)
    case .starsOrPoints: Self.stars(text, scale: 1) ?? Self.stars(text, scale: 10)
    default: text
    }
  }

  private static func stars(_ text: String, scale: Double) -> String? {
    guard let number = Double(text), (0...5).contains(number / scale) else { return nil }
    let stars = number / scale
    return stars == stars.rounded() ? String(Int(stars)) : String(stars)
  }

  private static func copyrightYear(_ text: String) -> String? {
    guard let first = text.first, "cC©".contains(first), text.count == 5 else { return nil }
    return PartialDateText.read(text.dropFirst())
  }

  private static func isTrue(_ text: String) -> Bool {
    ["yes", "true"].contains(text.lowercased()) || (Int(text) ?? 0) > 0
  }

  /// Removes the formula by which a spreadsheet keeps a number, and brackets around dates and ISBNs.
  private static func unwrapped(_ text: String, _ rule: ColumnRule) -> String {
    let text = text.trimmed
    if text.hasPrefix("=\""), text.hasSuffix("\""), text.count > 2 {
      return text.dropFirst(2).dropLast().trimmed
    }
    guard rule.isBracketed, text.hasPrefix("["), text.hasSuffix("]") else { return text }
    return text.dropFirst().dropLast().trimmed
  }

  private func lines(_ text: String) -> String {
    var text = text
    for mark in service.lineMarks {
      text = text.split(separator: mark, omittingEmptySubsequences: false).joined(separator: "\n")
    }
    return HTMLText.unmarked(text)
  }

  // MARK: Dates

  private func date(_ text: String, _ rule: ColumnRule, _ row: inout FormatRow) -> String? {
    let date = PartialDateText.read(text, orders[rule.name])
    if date == nil { noteUnread(text, rule, &row) }
    noteOtherOrder(text, rule, &row)
    return date
  }

  private func day(_ text: String, _ rule: ColumnRule, _ row: inout FormatRow) -> String? {
    guard let date = date(text, rule, &row) else { return nil }
    if PartialDateText.parts(date).count == 3 { return date }
    noteUnread(text, rule, &row)
    return nil
  }

  private func moment(_ text: String, _ rule: ColumnRule, _ row: inout FormatRow) -> String? {
    if PartialDateText.isUnclear(text), orders[rule.name] == nil {
      noteUnread(text, rule, &row)
      return nil
    }
    noteOtherOrder(text, rule, &row)
    return PartialDateText.moment(text, orders[rule.name]) ?? text
  }

  private func noteUnread(_ text: String, _ rule: ColumnRule, _ row: inout FormatRow) {
    let isUnclear = rule.hasDates && PartialDateText.isUnclear(text)
    row.problems.append(isUnclear ? .unclearDate(column: rule.name, text: text) : .unread(column: rule.name))
  }

  private func noteOtherOrder(_ text: String, _ rule: ColumnRule, _ row: inout FormatRow) {
    guard let order = orders[rule.name], let own = DayOrder(certain: text), own != order else { return }
    row.problems.append(.otherOrder(column: rule.name, text: text))
  }

  private static func dates(_ text: String, _ rule: ColumnRule) -> [String] {
    guard case .dateRanges = rule.target else { return [text] }
    return text.split(separator: ",").flatMap { range in
      let ends = ends(of: range.trimmed)
      return [ends.0, ends.1].compactMap { $0.map(\.trimmed) }
    }
  }

  /// Either end may be missing; a single date is the end.
  private static func ends(of range: String) -> (Substring?, Substring?) {
    let marks = range.indices.filter { range[$0] == "-" }
    guard marks.count % 2 == 1, PartialDateText.read(range) == nil else { return (nil, range[...]) }
    let middle =
      range.last == "-" ? marks[marks.count - 1] : range.first == "-" ? marks[0] : marks[marks.count / 2]
    return (range[..<middle], range[range.index(after: middle)...])
  }

  private static func parts(_ text: String, _ separator: Character) -> [String] {
    text.split(separator: separator).map(\.singleSpaced).filter { !$0.isEmpty }
  }

  // MARK: Title, series, ISBN, publisher

  private func readTitle(_ text: String, _ row: inout FormatRow) {
    row.book[.title] = text
    guard let open = Self.lastBracket(of: text) else { return }
    let inside = text[text.index(after: open)...].dropLast()
    let title = text[..<open].trimmed
    guard inside.contains("#"), !title.isEmpty, let series = SeriesText(String(inside)),
      series.number != nil || !series.rest.isEmpty
    else { return }
    row.book[.title] = title
    readSeries(series, &row)
  }

  private static func lastBracket(of text: String) -> String.Index? {
    guard text.last == ")" else { return nil }
    var depth = 0
    for place in text.indices.reversed() {
      if text[place] == ")" { depth += 1 }
      if text[place] == "(" { depth -= 1 }
      if depth == 0 { return place }
    }
    return nil
  }

  private func readSeries(_ series: SeriesText, _ row: inout FormatRow) {
    (row.book[.series], row.book[.seriesNumber]) = (series.name, series.number)
    row.problems += series.rest.map { .withoutPlace($0) }
  }

  private func readISBN(_ text: String, _ rule: ColumnRule, _ row: inout FormatRow) {
    guard let isbn = Self.isbn(text) else { return row.problems.append(.unread(column: rule.name)) }
    if row.book[.isbn] == nil { row.book[.isbn] = isbn }
  }

  private static func isbn(_ text: String) -> String? {
    let candidates = text.split { $0 == "," || $0 == ";" || $0 == "|" }
    let pieces = candidates + candidates.flatMap { $0.split(separator: " ") }
    return pieces.lazy.compactMap { ISBNText.thirteen($0) }.first
  }

  /// The publisher in `House (2006), Edition: 1, 320 pages` or `London : House, 1999`.
  private static func publisher(_ text: String) -> String? {
    var end = text.firstIndex(of: ",") ?? text.endIndex
    for open in text.indices where text[open] == "(" {
      let inside = text[text.index(after: open)...].prefix { $0 != ")" }
      guard inside.contains(where: \.isNumber) else { continue }
      end = open
      break
    }
    let name = text[..<end].split(separator: " : ").last.map(\.trimmed) ?? ""
    return name.nonEmpty
  }

  private func add(_ people: [String], _ row: inout FormatRow) {
    guard !people.isEmpty else { return }
    row.book[.contributors] = ([row.book[.contributors]].compactMap(\.self) + people).joined(separator: "; ")
  }

  private func addRoles(_ text: String, _ separator: Character, _ row: inout FormatRow) {
    guard let people = row.book[.contributors] else { return }
    let roles = text.split(separator: separator, omittingEmptySubsequences: false).map {
      $0.trimmed.lowercased()
    }
    let named = Self.parts(people, ";").enumerated().map { place, person in
      place < roles.count && !roles[place].isEmpty ? "\(person) (\(roles[place]))" : person
    }
    row.book[.contributors] = named.joined(separator: "; ")
  }

  private func readPeople(_ text: String, _ row: inout FormatRow) {
    let people = Self.parts(text, ";")
    let author = row.book[.author] ?? people.first
    row.book[.author] = author
    add(
      people.filter { person in !(author.map { person == $0 || person.hasPrefix($0 + " (") } ?? false) }, &row
    )
  }

  private func readCredits(_ people: [String], _ row: inout FormatRow) {
    let authors = people.filter { !$0.hasSuffix(")") }
    row.book[.author] = (authors.isEmpty ? people : authors).joined(separator: "; ")
    if !authors.isEmpty { add(people.filter { $0.hasSuffix(")") }, &row) }
  }

  // MARK: Status and shelves

  private func readStatus(_ text: String, _ row: inout FormatRow) {
    if let status = service.status(text) {
      row.book[.status] = status
    } else {
      row.shelves.append(text)
      row.problems.append(.unknownStatus(text))
    }
  }

  /// Some collections stand for a status; the furthest counts, but rereading comes first.
  private func readCollections(_ names: [String], _ row: inout FormatRow) {
    let found = Set(names.compactMap(service.status))
    row.book[.status] = ["reading", "read", "stopped", "to read"].first(where: found.contains)
    row.shelves += names.filter { StatusText.status($0) == nil }
  }

  private func readShelves(besides main: String?, _ row: inout FormatRow) {
    let status = main.flatMap { row.book[.status] == nil ? nil : $0.lowercased() }
    row.shelves = row.shelves.reduce(into: []) { shelves, name in
      if name.lowercased() != status, !shelves.contains(name) { shelves.append(name) }
    }
  }

  // MARK: Readings

  private func addReadings(_ reading: Reading, _ count: Int, to row: inout FormatRow) {
    let ends = Set(row.readings.compactMap(\.finished))
    if !reading.isUndated, reading.finished.map({ !ends.contains($0) }) ?? true {
      row.readings.append(reading)
    }
    if row.book[.status] == "stopped" {
      // The end date of an abandoned book is not a finish.
      for place in row.readings.indices where row.readings[place].stopped == nil {
        row.readings[place].stopped = row.readings[place].finished
        row.readings[place].finished = nil
      }
    }
    while row.readings.count < min(count, 1_000) { row.readings.append(Reading()) }
  }

  private func add(_ ends: (Substring?, Substring?), _ rule: ColumnRule, _ row: inout FormatRow) {
    func end(_ text: Substring?) -> String? {
      guard let text = text?.trimmed, !text.isEmpty else { return nil }
      return date(text, rule, &row)
    }
    let reading = Reading(started: end(ends.0), finished: end(ends.1))
    if !reading.isUndated { row.readings.append(reading) }
  }

  private func addLoan(_ loan: inout BookLoan, _ isBack: Bool, to row: inout FormatRow) {
    guard let person = row.book[.lentTo] else { return }
    (loan.person, loan.lentOn) = (person, row.book[.lentOn])
    // A finished loan without a return date would look open.
    if !isBack || loan.backOn != nil { row.loans.append(loan) }
    if isBack { (row.book[.lentTo], row.book[.lentOn]) = (nil, nil) }
  }
}

/// A book's series as written by services: `Valley, #2`, `Valley #2`, `Valley(2)`.
struct SeriesText {
  let name: String
  private(set) var number: String?
  /// Ranges of numbers and further series, which a library cannot hold.
  private(set) var rest: [String] = []

  init?(_ text: String) {
    let parts = Self.parts(text)
    guard let first = parts.first else { return nil }
    guard let (name, number) = Self.numbered(first) else {
      self.name = text.trimmed
      return
    }
    self.name = name
    if Self.isNumber(number) { self.number = number } else { rest = ["#" + number] }
    rest += parts.dropFirst()
  }

  static func numbered(_ text: String) -> (name: String, number: String)? {
    let pieces: (Substring, Substring)
    if let hash = text.lastIndex(of: "#") {
      pieces = (text[..<hash], text[text.index(after: hash)...])
    } else if text.hasSuffix(")"), let open = text.lastIndex(of: "(") {
      pieces = (text[..<open], text[text.index(after: open)...].dropLast())
    } else {
      return nil
    }
    var name = pieces.0.trimmed
    if name.last == "," { name = name.dropLast().trimmed }
    let number = pieces.1.trimmed
    guard !name.isEmpty, number.first.map({ $0.isASCII && $0.isNumber }) == true else { return nil }
    return (name, number)
  }

  /// A semicolon or comma belongs to the name, unless a number precedes it.
  private static func parts(_ text: String) -> [String] {
    for separator in [";", "|", ","] as [Character] {
      let parts = text.split(separator: separator).map(\.trimmed).filter { !$0.isEmpty }
      let isDivided = separator == "," ? parts.allSatisfy { numbered($0) != nil } : isNumbered(parts.first)
      if parts.count > 1, isDivided { return parts }
    }
    return text.trimmed.isEmpty ? [] : [text.trimmed]
  }

  private static func isNumbered(_ part: String?) -> Bool { part.flatMap(numbered) != nil }

  private static func isNumber(_ text: String) -> Bool {
    text.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") } && Double(text) != nil
  }
}
