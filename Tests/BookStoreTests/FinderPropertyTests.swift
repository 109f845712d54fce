import BookStore
import Queries
import Records
import SeededRandom
import TestSupport
import Testing

/// Random queries of the whole language over random tables, compared with an evaluation that shares no code with the finder.
struct FinderPropertyTests {
  private static let tables = [
    "CREATE TABLE t (id INTEGER PRIMARY KEY, title, author TEXT, pages INTEGER, made, photo BLOB)",
    """
    CREATE TABLE t (id INTEGER PRIMARY KEY, title TEXT, author, pages, made REAL, photo BLOB);
    CREATE INDEX i1 ON t (author); CREATE INDEX i2 ON t (pages); CREATE INDEX i3 ON t (made, pages)
    """,
    """
    CREATE TABLE t (id INTEGER PRIMARY KEY, title TEXT, author TEXT COLLATE NOCASE, pages NUMERIC, made TEXT, photo);
    CREATE INDEX i1 ON t (author); CREATE INDEX i2 ON t (pages); CREATE INDEX i3 ON t (made)
    """,
    """
    CREATE TABLE t (id INT, title, author, pages REAL, made INTEGER, photo, PRIMARY KEY (id)) WITHOUT ROWID;
    CREATE INDEX i1 ON t (author COLLATE NOCASE); CREATE INDEX i3 ON t (made)
    """,
    "CREATE TABLE t (id INT, k TEXT, title, author, pages, made, photo, PRIMARY KEY (k, id)) WITHOUT ROWID",
    """
    CREATE TABLE base (id INTEGER PRIMARY KEY, title, author, pages, made, photo);
    CREATE VIEW t AS SELECT title, author, pages, made, photo FROM base
    """,
  ]

  @Test(
    "Every query finds the rows that fulfil it, with edits between the reads", arguments: 0..<tables.count,
    0..<4)
  func comparedWithOracle(table: Int, seed: Int) throws {
    var life = try FinderLife(Self.tables[table], seed: UInt64(100 * table + seed))
    for _ in 0..<60 { try life.step() }
    #expect(life.foundCount > 10 && life.missedCount > 10)
  }
}

/// A store with random rows, what they should hold, and random queries with what they should find.
struct FinderLife {
  private let scratch: Scratch
  private let store: BookStore
  private var random: SeededGenerator
  private var rows: [RecordID: [Value]] = [:]
  /// The rows in an order that is the same in each run.
  private let ids: [RecordID]
  private var marked: Set<RecordID> = []
  private(set) var foundCount = 0
  private(set) var missedCount = 0

  /// A query's text and what it means for a row.
  private struct Part {
    let text: String
    let holds: (RecordID) -> Bool
  }

  init(_ table: String, seed: UInt64) throws {
    random = SeededGenerator(seed: seed + 1)
    scratch = try Scratch(table)
    let dates = Field.Kind.names.filter { $0.kind.dateForm != nil }.map(\.name)
    let kinds = [
      ("title", "text"), ("author", "text"),
      ("pages", ["integer", "decimal", "real"].randomElement(using: &random) ?? ""),
      ("made", dates.randomElement(using: &random) ?? ""), ("photo", "photo"),
    ]
    var values = FinderValues(random: SeededGenerator(seed: seed + 1_000))
    let key = table.contains("PRIMARY KEY (k") ? ["k", "id"] : ["id"]
    try scratch.run(values.inserts(table.contains("VIEW") ? "base" : "t", key: key, kinds))
    store = try BookStore(
      path: scratch.path,
      options: StoreOptions(busyTimeout: patience, table: "t", title: "title", kinds: kinds))
    try store.listing.resolveCount()
    var rows: [RecordID: [Value]] = [:]
    for row in try store.listing.rows(in: 0..<200).compactMap({ $0 }) {
      rows[row.id] = try store.shelf.snapshot(of: row.id).values
    }
    self.rows = rows
    ids = rows.keys.map { ($0, "\($0)") }.sorted { $0.1 < $1.1 }.map(\.0)
    store.dehydrateAll()
  }

  // MARK: Life

  /// Asks something, after an edit or not.
  mutating func step() throws {
    if !store.schema.isReadOnly { try edit() }
    if random.next() % 6 == 0 {
      marked = Set(ids.shuffled(using: &random).prefix(20))
      store.listing.marked = .rows(marked)
    }
    let part = part(depth: 3)
    try store.arranged(by: .own, finding: part.text)
    let found = Set(try store.listing.rows(in: 0..<300).compactMap { $0?.id })
    let expected = Set(rows.keys.filter(part.holds))
    #expect(
      found == expected,
      "\(part.text): \(found.symmetricDifference(expected).prefix(3).map { ($0, rows[$0] ?? []) })")
    let query = Query(part.text, fields: store.schema.fields)
    for id in ids.shuffled(using: &random).prefix(5) {
      #expect(try store.listing.matches(query, id) == expected.contains(id), "\(part.text)")
    }
    foundCount += expected.isEmpty || expected.count == rows.count ? 0 : 1
    missedCount += expected.count == rows.count ? 0 : 1
  }

  private mutating func edit() throws {
    switch random.next() % 5 {
    case 0, 1:
      guard let id = ids.randomElement(using: &random), let other = ids.randomElement(using: &random)
      else { return }
      let field = index(["author", "pages", "made"].randomElement(using: &random) ?? "")
      let value = rows[other]?[field] ?? .null
      try store.set(value, at: field, of: id)
      rows[id]?[field] = value
    case 2: store.writeBack()
    case 3: store.dehydrateAll()
    default: break
    }
  }

  // MARK: Queries

  private func index(_ column: String) -> Int { store.schema.fields.firstIndex { $0.column == column } ?? 0 }

  private mutating func part(depth: Int) -> Part {
    guard depth > 0, random.next() % 3 > 0 else { return leaf() }
    let (left, right) = (part(depth: depth - 1), part(depth: depth - 1))
    switch random.next() % 4 {
    case 0: return Part(text: "(\(left.text) | \(right.text))") { left.holds($0) || right.holds($0) }
    case 1: return Part(text: "-(\(left.text))") { !left.holds($0) }
    case 2: return Part(text: "not:(\(left.text)) \(right.text)") { !left.holds($0) && right.holds($0) }
    default: return Part(text: "\(left.text) \(right.text)") { left.holds($0) && right.holds($0) }
    }
  }

  private mutating func leaf() -> Part {
    switch random.next() % 9 {
    case 0: return word()
    case 1: return phrase()
    case 2: return contains()
    case 3: return equals()
    case 4: return number_()
    case 5, 6: return date_()
    case 7: return null()
    default: return state()
    }
  }

  /// What is shown of a value, if something is looked for in it.
  private func shown(_ id: RecordID, _ field: Int) -> String? {
    guard let value = rows[id]?[field] else { return nil }
    switch value {
    case .null, .blob: return nil
    case .text(let text): return text.string
    case .integer, .real: return store.schema.fields[field].text(of: value)
    }
  }

  private mutating func word() -> Part {
    let word =
      ["war", "WAR", "ab", "leo", "18", "-0", "5", "12", "19", "\u{FFFD}", "e+30"].randomElement(
        using: &random) ?? ""
    let (me, fields) = (self, store.schema.fields)
    let isDigit = word.contains { $0.isNumber }
    return Part(text: word.hasPrefix("-") ? "\\" + word : word) { id in
      fields.indices.contains { field in
        let isText = ["title", "author"].contains(fields[field].column) || fields[field].kind.isText
        guard fields[field].column != "photo", let shown = me.shown(id, field) else { return false }
        var signs: Set<Character> = []
        if case .text? = me.rows[id]?[field] {
          guard isText || isDigit else { return false }
          // Quotes and hyphens do not count in texts, but in numbers and dates.
          if isText { signs = ["\"", "-"] }
        } else if !isDigit {
          return false
        }
        let (searched, sought) = (shown.filter { !signs.contains($0) }, word.filter { !signs.contains($0) })
        return searched.lowercased().contains(sought.lowercased())
      }
    }
  }

  private mutating func phrase() -> Part {
    let phrase = ["war and", "and Peace", "leo 18", "r a"].randomElement(using: &random) ?? ""
    let me = self
    return Part(text: "\"\(phrase)\"") { id in
      ["title", "author"].contains {
        me.shown(id, me.index($0))?.lowercased().contains(phrase.lowercased()) == true
      }
    }
  }

  private mutating func contains() -> Part {
    let column = ["title", "author", "pages", "made"].randomElement(using: &random) ?? ""
    let text = ["a", "war", "1", "5", "-0", "18", ":", "2.5"].randomElement(using: &random) ?? ""
    let (me, name) = (self, column == "author" && random.next() % 2 == 0 ? "Au" : column)
    return Part(text: "\(name):\(text)") {
      me.shown($0, me.index(column))?.lowercased().contains(text) == true
    }
  }

  private mutating func equals() -> Part {
    let field = index(["title", "author", "pages", "made"].randomElement(using: &random) ?? "")
    let value = ids.randomElement(using: &random).flatMap { rows[$0]?[field] } ?? .null
    guard let text = Query.term(store.schema.fields[field], equals: value) else { return null() }
    let me = self
    // All values that look alike are one to the person.
    return Part(text: text) { id in
      guard let held = me.rows[id]?[field] else { return false }
      if value.isNull || held.isNull { return value == held }
      return me.shown(id, field) == me.store.schema.fields[field].text(of: value)
        || me.isSameNumber(held, value, field)
        || me.shownBytes(held) == me.shownBytes(value) && me.shownBytes(held) != nil
    }
  }

  private func shownBytes(_ value: Value) -> [UInt8]? {
    if case .text(let text) = value { text.bytes } else { nil }
  }

  private func double(_ value: Value) -> Double? {
    switch value {
    case .integer(let integer): Double(integer)
    case .real(let real): real
    case .null, .text, .blob: nil
    }
  }

  private func isSameNumber(_ held: Value, _ value: Value, _ field: Int) -> Bool {
    guard store.schema.fields[field].column == "pages", let held = double(held) else { return false }
    if case .text(let text) = value { return Double(text.string) == held }
    return double(value) == held
  }

  private mutating func number_() -> Part {
    let (low, high) = (Int.random(in: -3...15, using: &random), Int.random(in: 16...31, using: &random))
    let field = index("pages")
    let (me, form) = (self, random.next() % 5)
    let text = [
      "pages>\(low)", "pages<=\(low).5", "pages:\(low)..\(high)", "pages:..\(high)", "pages>=\(low)",
    ][Int(form)]
    return Part(text: text) { id in
      guard let number = me.rows[id].flatMap({ me.double($0[field]) }) else { return false }
      switch form {
      case 0: return number > Double(low)
      case 1: return number <= (Double("\(low).5") ?? 0)
      case 2: return (Double(low)...Double(high)).contains(number)
      case 3: return number <= Double(high)
      default: return number >= Double(low)
      }
    }
  }

  /// Dates are compared as they are shown: year, then month, then day.
  private mutating func date_() -> Part {
    let field = index("made")
    let date = CalendarDate(daysSince1970: Int.random(in: -900_000...50_000, using: &random))
    let parts = Int.random(in: 1...3, using: &random)
    let sign = date.year < 0 ? "-" : ""
    let digits = date.description.dropFirst(sign.isEmpty ? 0 : 1).split(separator: "-").prefix(parts).joined(
      separator: "-")
    let (me, form) = (self, Int(random.next() % 5))
    let text = ["made>", "made>=", "made<", "made<=", "made:.."][form] + sign + digits
    return Part(text: text) { id in
      guard let value = me.rows[id]?[field], let held = me.store.schema.fields[field].date(of: value) else {
        return false
      }
      let left = [held.year, held.month, held.day].prefix(parts)
      let right = [date.year, date.month, date.day].prefix(parts)
      let isLess = left.lexicographicallyPrecedes(right)
      return [!isLess && left != right, !isLess, isLess, isLess || left == right, isLess || left == right][
        form]
    }
  }

  private mutating func null() -> Part {
    let column = ["author", "pages", "made", "photo"].randomElement(using: &random) ?? ""
    let (me, isNull) = (self, random.next() % 2 == 0)
    return Part(text: (isNull ? "no:" : "has:") + column) { me.rows[$0]?[me.index(column)].isNull == isNull }
  }

  private mutating func state() -> Part {
    let (store, marked) = (store, marked)
    switch random.next() % 3 {
    case 0: return Part(text: "is:dirty") { store.shelf.state(of: $0) == .dirty }
    case 1: return Part(text: "is:marked") { marked.contains($0) }
    default: return Part(text: "is:hydrated") { store.shelf.state(of: $0) != .known }
    }
  }
}

/// Makes rows of every storage class, and dates of every form, as SQL.
struct FinderValues {
  var random: SeededGenerator

  mutating func inserts(_ table: String, key: [String], _ kinds: [(String, String)]) -> String {
    let form = Field.Kind(name: kinds[3].1)?.dateForm
    let columns = (key + kinds.map(\.0)).joined(separator: ", ")
    let rows = (0..<120).map { number -> String in
      let literals = [text(), text(), self.number(), date(form), random.next() % 3 == 0 ? "NULL" : "x'31'"]
      let keys = key.map { $0 == "k" ? "'k\(number % 3)'" : "\(number)" }
      return "(\((keys + literals).joined(separator: ", ")))"
    }
    return "INSERT INTO \(table) (\(columns)) VALUES \(rows.joined(separator: ", "))"
  }

  private mutating func text() -> String {
    [
      "NULL", "''", "'war'", "'War and Peace'", "'leo 1815'", "'Ab'", "'ab'", "5", "-2.5", "x'6162'",
      "CAST(x'61FF' AS TEXT)", "'12'", "'a\"b\\'",
    ].randomElement(using: &random) ?? ""
  }

  private mutating func number() -> String {
    ["NULL", "'many'", "'12'", "x'35'", "1e300", "9223372036854775807", "0.1"].randomElement(using: &random)
      .map {
        random.next() % 3 == 0
          ? $0 : "\(Int.random(in: -3...30, using: &random))" + (random.next() % 3 == 0 ? ".5" : "")
      } ?? ""
  }

  private mutating func date(_ form: Field.DateForm?) -> String {
    let date = CalendarDate(daysSince1970: Int.random(in: -900_000...50_000, using: &random))
    if random.next() % 8 == 0 {
      return ["NULL", "'soon'", "x'31'", "0", "-1", "5"].randomElement(using: &random) ?? ""
    }
    guard form != .isoText else {
      return "'\(date)" + (["", "T23:59:59", " 00:00", "T00:00:00Z"].randomElement(using: &random) ?? "")
        + "'"
    }
    // A date of the form as SQLite counts it; some of them at the very edge of a day.
    let edge = [0, 0, 1, -1, 43_200].randomElement(using: &random) ?? 0
    let seconds = Int64(date.daysSince1970) * 86_400 + Int64(edge)
    guard case .number(let unit, let epoch)? = form else {
      return "\(Double(seconds) / 86_400 + 2_440_587.5)"
    }
    let (count, isTooLarge) = (seconds - epoch.secondsSince1970).multipliedReportingOverflow(
      by: unit.perSecond)
    if isTooLarge { return "\(seconds)" }
    // Programs that went over to a finer unit leave counts of the coarser one.
    let late = 200_000_000 + Int64(Int.random(in: 0..<1_000_000_000, using: &random))
    if unit.rawValue >= 6, random.next() % 5 == 0 { return "\(late)" }
    return "\(count)" + (random.next() % 4 == 0 && abs(count) < 1 << 50 ? ".4996" : "")
  }
}
