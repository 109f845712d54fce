import BookStore
import Queries
import Records
import SeededRandom
import TestSupport
import Testing

/// Words that are found in what dates show.
struct FindingDatesTests {
  private func store(
    _ scratch: Scratch, title: String? = nil, kinds: [(String, String)]
  ) throws -> BookStore {
    let options = StoreOptions(busyTimeout: patience, title: title, kinds: kinds)
    return try BookStore(path: scratch.path, options: options)
  }

  private func found(_ words: String, _ store: BookStore, by order: ListOrder = .own) throws -> [RecordID] {
    try store.arranged(by: order, finding: words)
    let ids = try store.listing.ids(0..<1_000)
    let finder = store.listing.finder(words)
    for id in ids { #expect(try store.listing.matches(finder, id), "\(words): \(id)") }
    return ids
  }

  @Test(
    "A word with a digit is found in a date as it is shown, and beside words that are in texts",
    arguments: [
      ("1321", [3]), ("1321-06", [3]), ("06-07", [3]), ("1870", [1]), ("tolstoy 1870", [1]),
      ("1870 TOLSTOY", [1]), ("2006 mac 12-23", [2]), ("tolstoy 1321", []), ("1870 1321", []),
      ("dante 1", [3]), ("\\-20466864000", []), ("2046686", []), ("0", [1, 2, 3]), ("9999", []),
    ] as [(String, [RecordID])])
  func books(words: String, expected: [RecordID]) throws {
    let store = try Scratch().store(busyTimeout: patience)
    #expect(try found(words, store) == expected)
    let byTitle = try found(words, store, by: ListOrder(field: Book.title))
    #expect(Set(byTitle) == Set(expected))
  }

  @Test(
    "A date is found in whatever form it is stored, and only as it is shown",
    arguments: [
      ("date", "1718435580", "2024-06-15 07:13:00", "1718"),
      ("date", "1718435580.25", "07:13:00.250", "435580"),
      ("date-time", "86400", "1970-01-02 00:00:00", "1971"),
      ("date-ms", "1718435580125", "2024-06-15 07:13:00.125", "1718"),
      ("date-time-2001-ns", "740128380123456789", "2024-06-15 07:13:00.123456789", "7401"),
      ("date-2001-us", "740102400000000", "2024-06-15", "00:00"),
      ("date-time-1904", "3801280380", "2024-06-15 07:13:00", "3801"),
      ("date-1601-us", "13362909180000000", "2024-06-15 07:13:00", "1336"),
      ("julian", "2460477", "2024-06-15", "12:00"),
      ("julian-time", "2460476.5", "2024-06-15 00:00:00", "2460"),
      ("date", "-66000000000", "\\-0122", "6600"),
      ("iso-date-time", "'2024-06-15T07:13:00+02:00'", "15t07:13:00+02:00", "05:13"),
      ("iso-date", "'2024-06-15'", "2024-06-15", "15t"), ("date", "'2024, in spring'", "2024,", "1970"),
      ("date-ms", "'im Jahr 1815'", "1815", "1816"),
      // No date at all, and shown as it is.
      ("date", "1e300", "1e+300", "1970"),
      ("date", "9223372036854775807", "9223372036854775807", "1970"),
      ("date", "x'31383135'", "", "1815"), ("date", "NULL", "", "1970"),
    ])
  func forms(kind: String, stored: String, shown: String, absent: String) throws {
    let scratch = try Scratch(
      "CREATE TABLE t (title TEXT, made, PRIMARY KEY (title)) WITHOUT ROWID; INSERT INTO t VALUES ('a', \(stored))"
    )
    let store = try store(scratch, kinds: [("made", kind)])
    for words in [shown, "a " + shown] where !shown.isEmpty {
      #expect(try found(words, store).count == 1, "\(words)")
    }
    #expect(try found(absent, store).isEmpty)
    #expect(try store.listing.matches(Query(absent), .key(["a"])) == false)
  }

  @Test("Dates that stand for rows are found too, and so are numbers") func titles() throws {
    let scratch = try Scratch(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, at REAL, n INTEGER); INSERT INTO t VALUES (1, 1718435580, 1815)"
    )
    let store = try store(scratch, title: "at", kinds: [("at", "date"), ("n", "integer")])
    #expect(try found("07:13", store) == [1])
    #expect(try found("1815", store) == [1])
  }

  @Test("Columns of dates are read for words with digits alone; a word without one counts for texts alone")
  func statements() throws {
    let scratch = try Scratch(
      """
      CREATE TABLE book (pk INTEGER PRIMARY KEY, title, copyright TEXT, author);
      INSERT INTO book VALUES (1, 'a', '2024-06-01T07:13Z', 'b');
      """)
    let store = try store(scratch, kinds: [("copyright", "iso-date-time")])
    #expect(try found("t", store) == [])
    #expect(try found("t 2024", store) == [])
    #expect(try found("2024-06-01t07", store) == [1])
    // The log of statements hangs on a store of the fixture's own.
    let other = try scratch.store(busyTimeout: patience)
    for (words, columns) in [("a é", "(title, author)"), ("a 7", "(title, author, copyright)")] {
      _ = scratch.statementsSinceLastCall()
      try other.arranged(by: .own, finding: words)
      // What is read ahead for later searches reads the rows in the order of their keys.
      let match = scratch.statementsSinceLastCall().filter {
        $0.contains("booklist_match") && !$0.contains("NOT INDEXED")
      }
      #expect(match.count == 1 && match.allSatisfy { $0.contains("booklist_match" + columns) }, "\(match)")
    }
  }

  @Test("An edit of a date takes a row into a filter and out of it before it is written, and after")
  func edits() throws {
    let store = try Scratch().store(busyTimeout: patience)
    #expect(try found("1321", store) == [3])
    func set(_ text: String, of id: RecordID) throws {
      let field = store.schema.fields[Book.copyright]
      let old = try store.shelf.snapshot(of: id).values[Book.copyright]
      try store.set(field.value(of: text, replacing: old), at: Book.copyright, of: id)
      try store.settle()
    }
    try set("1321-01-01", of: 1)
    #expect(try store.listing.ids(0..<9) == [1, 3])
    try set("2024-01-01", of: 3)
    #expect(try store.listing.ids(0..<9) == [1])
    // Asked anew, the database still has the old dates.
    try store.listing.arrange(by: .own)
    #expect(try found("1321", store) == [1])
    #expect(try found("2024 dante", store) == [3])
    #expect(store.dehydrateAll().writeBack.isComplete)
    #expect(try found("1321", store) == [1])
    store.listing.invalidate()
    #expect(try found("2024", store) == [3])
  }

  @Test("Random words are found in random rows as in what their fields show", arguments: 0..<8)
  func random(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed + 1))
    let kinds = (0..<3).map { _ in Self.kind(&random) }
    let scratch = try Scratch("CREATE TABLE t (title, a, b, c)")
    let store = try store(
      scratch, kinds: [("title", "text")] + zip(["a", "b", "c"], kinds).map { ($0, $1) })
    let values = (0..<150).map { _ in
      [.text(Text(Self.title(&random)))] + (0..<3).map { _ in Self.value(&random) }
    }
    var rows = try zip(store.insert(values), values).map { (id: $0, values: $1) }
    let fields = store.schema.fields
    var count = 0
    for _ in 0..<60 {
      let words = Self.words(rows.map(\.values), fields, &random)
      if let row = rows.indices.randomElement(using: &random), Bool.random(using: &random) {
        let value = Self.value(&random)
        try store.set(value, at: 2, of: rows[row].id)
        rows[row].values[2] = value
      }
      let expected = rows.filter { Self.matches(words, $0.values, fields) }.map(\.id)
      let ids = try found(Self.typed(words), store)
      // If no row has all words, the small ones do not count.
      #expect((store.listing.leftOutWords.isEmpty ? ids : []) == expected, "\(words) \(kinds)")
      count += expected.isEmpty ? 0 : 1
    }
    #expect(count > 20)
  }

  /// The words as they are typed: a hyphen before one of them would leave it out.
  private static func typed(_ words: [String]) -> String {
    words.map { $0.hasPrefix("-") ? "\\" + $0 : $0 }.joined(separator: " ")
  }

  private static func kind(_ random: inout SeededGenerator) -> String {
    Field.Kind.names.filter { $0.kind.dateForm != nil }.randomElement(using: &random)?.name ?? "date"
  }

  private static func title(_ random: inout SeededGenerator) -> String {
    "Book " + ["1815", "one", "07", "t"].shuffled(using: &random).prefix(1).joined()
  }

  private static func value(_ random: inout SeededGenerator) -> Value {
    let power = Int.random(in: 0..<19, using: &random)
    let limit = (0..<power).reduce(Int64(9)) { product, _ in
      product.multipliedReportingOverflow(by: 10).partialValue
    }
    let integer = Int64.random(in: -abs(limit)...abs(limit), using: &random)
    let date = CalendarDate(daysSince1970: Int.random(in: -800_000...800_000, using: &random))
    return switch Int.random(in: 0..<8, using: &random) {
    case 0: .null
    case 1, 2, 3: .integer(integer)
    case 4, 5: .real(Double(integer) / 8)
    case 6: .blob(Array("1815".utf8))
    default: .text(Text("\(date)" + (["", "T07:13:00+02:00", " 00:00"].randomElement(using: &random) ?? "")))
    }
  }

  /// One or two parts of what is shown, now and then with a word of a title.
  private static func words(
    _ rows: [[Value]], _ fields: [Field], _ random: inout SeededGenerator
  ) -> [String] {
    guard let row = rows.randomElement(using: &random) else { return [] }
    let texts = row.indices.map { fields[$0].text(of: row[$0]) }.filter { !$0.isEmpty }
    let parts = (0..<2).compactMap { _ -> String? in
      guard let text = texts.randomElement(using: &random) else { return nil }
      let start = Int.random(in: 0..<text.count, using: &random)
      return String(text.dropFirst(start).prefix(Int.random(in: 1...6, using: &random)))
    }
    let typed = parts.prefix(Int.random(in: 1...2, using: &random)).joined(separator: " ")
    return typed.split(separator: " ").map(String.init)
  }

  private static func matches(_ words: [String], _ values: [Value], _ fields: [Field]) -> Bool {
    // Hyphens and apostrophes do not count in texts, and are no words by themselves.
    func withoutSigns(_ text: String) -> String { text.filter { !"-'".contains($0) } }
    return words.allSatisfy { word in
      if withoutSigns(word).isEmpty { return true }
      return values.indices.contains { index in
        if case .blob = values[index] { return false }
        if index > 0, !word.contains(where: { "0123456789".contains($0) }) { return false }
        // Of a text that is a midnight only the date is shown, and all of it is found.
        let shown =
          if case .text(let text) = values[index] { text.string } else {
            fields[index].text(of: values[index])
          }
        return index == 0
          ? withoutSigns(shown).lowercased().contains(withoutSigns(word).lowercased())
          : shown.lowercased().contains(word.lowercased())
      }
    }
  }
}
