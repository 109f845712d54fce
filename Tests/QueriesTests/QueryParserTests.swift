import Records
import SeededRandom
import Testing

@testable import Queries

@Suite("Reading queries") struct QueryParserTests {
  private static let fields = [
    Field(column: "title", label: "Title", kind: .text),
    Field(column: "author", label: "Author", kind: .text),
    Field(column: "pages", label: "Pages", kind: .integer),
    Field(column: "price", label: "Price paid", kind: .decimal),
    Field(column: "made", label: "Copyright", kind: .date(.secondsSince1970)),
    Field(column: "no", label: "Number", kind: .text), Field(column: "cover", label: "Cover", kind: .photo),
    Field(column: "a b", label: "With \"quotes\"", kind: .text),
  ]

  private static func word(_ text: String) -> Matcher {
    Matcher(SearchWord(folding: text).map { [$0] } ?? [])
  }

  private static func beginning(_ text: String) -> Matcher {
    Matcher(SearchWord(folding: text, beginningWords: true).map { [$0] } ?? [])
  }

  private static func query(_ typed: String) -> Query { Query(typed, fields: fields) }

  private static func has(_ text: String, _ field: Int) -> QueryCondition {
    .field(field, .contains(word(text)))
  }

  @Test(
    "A text without an operator is words",
    arguments: [
      "", "  ", "tolstoy war", "07:13 5:4", "Ё \u{FFFD}", "\u{301}", "war - :", "-- --all", "a-b", "2020-02",
      "x@y.z", "5\"", "f(x)", "f)", "a\"b", "http://a.b/c", "->", "<3", "=x", "15t07:13:00+02:00", "~", "-",
      "a = b",
    ])
  func plain(typed: String) {
    let query = Self.query(typed)
    let words = Matcher(typed == "-" ? "" : typed)
    #expect(query.condition == (words.isEmpty ? nil : .words(words)))
    #expect(query.problems.isEmpty == (typed != "-"))
    #expect(query.text == typed)
  }

  @Test("Words, phrases, negations, alternatives and groups belong together as they are typed")
  func structure() {
    func condition(_ typed: String) -> QueryCondition? { Self.query(typed).condition }
    func words(_ typed: String) -> QueryCondition { .words(Matcher(typed)) }
    #expect(condition("\"war and peace\"") == .words(Self.word("war and peace")))
    #expect(condition("\"a \\\" b\"") == .words(Self.word("a \" b")))
    #expect(condition("a -b") == .all([words("a"), .not(.words(Self.beginning("b")))]))
    #expect(condition("a -\"b\"") == .all([words("a"), .not(words("b"))]))
    #expect(condition("not:b a") == .all([words("a"), .not(words("b"))]))
    #expect(condition("NOT:-b") == words("b"))
    #expect(condition("a b | c") == .any([words("a b"), words("c")]))
    #expect(condition("a|b") == .any([words("a"), words("b")]))
    #expect(condition("(a | b) c") == .all([words("c"), .any([words("a"), words("b")])]))
    #expect(condition("-(a b)") == .not(words("a b")))
    #expect(
      condition("a \\| b\\ c \\-d \\(e \\\"f")
        == .words(Matcher(["a", "|", "b c", "-d", "(e", "\"f"].compactMap { SearchWord(folding: $0) })))
    #expect(condition("(f(x) y)") == words("f(x) y"))
  }

  @Test(
    "A hyphen takes away the texts in which a word begins so, and in scripts without blanks any",
    arguments: [
      ("it", "It's a trap", true), ("it", "Kindle Edition", false), ("it", "Kindle (Item)", true),
      ("it", "éit", false), ("it", "e\u{301}it", false), ("it", "bit IT", true), ("1", "21 12", true),
      ("1", "21", false), ("語", "日本語", true), ("a b", "xa b", false), ("a b", "x-a b", true),
      ("Ж", "жук", true), ("ук", "жук", false),
    ])
  func beginnings(word: String, text: String, isFound: Bool) {
    #expect(Self.beginning(word).matches([Text(text)]) == isFound)
  }

  @Test(
    "A word for a choice is that choice, or one in which a word begins so, or a part of what is stored",
    arguments: [
      ("read", ["read"]), ("READ", ["read"]), ("to-read", ["to read"]), ("\"to read\"", ["to read"]),
      ("rea", ["to read", "reading", "read"]), ("reading", ["reading"]), ("to", ["to read"]),
      ("ead", ["to read", "reading", "read"]), ("(stopped | to-read)", ["to read", "stopped"]),
    ])
  func choices(typed: String, found: [String]) {
    let choices = ["to read", "reading", "read", "stopped"]
    let fields = [Field(column: "status", label: "Status", kind: .choice(choices))]
    let schema = Schema(
      table: "t", key: .rowid(column: "id"), fields: fields, titleIndex: 0, singular: "row", plural: "rows")
    let condition = Query("status:" + typed, fields: fields).condition
    let all = choices.filter { condition?.holds(in: schema, values: [.text(Text($0))]) == true }
    #expect(all == found)
  }

  @Test(
    "A term that is added has to hold whatever the text is",
    arguments: ["tolstoy", "tolstoy |", "a | b", "(a | b", "\"tols", "tolstoy -", "author:", "-x", "x \\"])
  func adding(_ typed: String) {
    let (query, term) = (Self.query(typed), "pages=3")
    let added = Self.query(query.adding(term))
    let wanted = Self.query(term).condition
    guard let own = query.condition else { return #expect(added.condition == wanted) }
    var parts: [QueryCondition] = []
    if case .all(let all) = added.condition { parts = all }
    #expect(wanted.map(parts.contains) == true, "\(typed)")
    if case .all(let all) = own {
      #expect(all.allSatisfy(parts.contains))
    } else {
      #expect(parts.contains(own))
    }
  }

  @Test("Words that name no choice in full stand for the choices that have them") func meantChoices() {
    let field = Field(column: "status", label: "Status", kind: .choice(["to read", "reading", "read"]))
    let schema = Schema(
      table: "t", key: .rowid(column: "id"), fields: [field], titleIndex: 0, singular: "t", plural: "ts")
    for (typed, choices) in [
      ("status:rea", ["to read", "reading", "read"]), ("status:read", []), ("rea", []),
    ] { #expect(Query(typed, in: schema).meantChoices(in: schema).flatMap(\.choices) == choices, "\(typed)") }
  }

  @Test("“read in 2023” means what was finished then, among books that are read") func meantYear() {
    func schema(_ table: String) -> Schema {
      let field = Field(column: "status", label: "Status", kind: .text)
      return Schema(
        table: table, key: .rowid(column: "id"), fields: [field], titleIndex: 0, singular: "t", plural: "ts")
    }
    for (typed, meant) in [
      ("read in 2023", "finished:2023"), ("Books  Finished in 1999 ", "finished:1999"), ("read in 202", nil),
      ("read in 20x3", nil), ("\"read in 2023\"", nil), ("read 2023", nil), ("read in 2023 dune", nil),
      ("reading in 2023", nil), ("", nil),
    ] {
      #expect(Query.meant(by: typed, in: schema("book")) == meant, "\(typed)")
      #expect(Query.meant(by: typed, in: schema("film")) == nil)
    }
  }

  @Test("Stars are compared as they are drawn") func stars() {
    let fields = [Field(column: "rating", label: "Rating", kind: .rating)]
    func condition(_ typed: String) -> QueryCondition? { Query(typed, fields: fields).condition }
    for (drawn, number) in [
      ("rating:★★★★", "rating=4"), ("rating=★★★★½", "rating=4.5"), ("rating>=★★★", "rating>=3"),
      ("rating:★★..★★★★", "rating:2..4"), ("rating:4½", "rating=4.5"), ("rating:>⭐", "rating>1"),
      ("rating:★★☆☆☆", "rating=2"),
    ] { #expect(condition(drawn) == condition(number) && condition(drawn) != nil, "\(drawn)") }
    #expect(condition("rating:4") != condition("rating=4"))
  }

  @Test(
    "A field of other rows is named as a whole, or by what is behind its dot where that is clear; the table's own come first"
  )
  func relatedNames() {
    func field(_ column: String) -> Field { Field(column: column, label: "Label", kind: .text) }
    let names = FieldNames(
      [field("title"), field("note")],
      related: ["reading", "reading.finished", "reading.note", "loan.due", "quote.due"].map(field))
    #expect(names.match("reading") == .field(2) && names.match("READING.Finished") == .field(3))
    #expect(names.match("finished") == .field(3) && names.match("note") == .field(1))
    #expect(FieldNames([field("tags")], related: [field("tag")]).match("tag") == .field(1))
    #expect(names.match("due") == .several([5, 6]) && names.match("t") == .field(0))
    #expect(names.match("reading.f") == .none && names.match("finish") == .none)
    #expect(names.beginsWithTable("reading.x") && !names.beginsWithTable("title.x"))
  }

  @Test("A field is named by its column or its label, by the beginning of one, and in quotes")
  func fieldNames() {
    func condition(_ typed: String) -> QueryCondition? { Self.query(typed).condition }
    for typed in ["author:leo", "AUTHOR:leo", "au:leo", "aut:leo"] {
      #expect(condition(typed) == Self.has("leo", 1), "\(typed)")
    }
    #expect(condition("copy:1869") == Self.has("1869", 4))
    #expect(condition("\"price paid\":3") == Self.has("3", 3))
    #expect(condition("\"no\":word") == Self.has("word", 5))
    #expect(condition("\"a b\":x") == Self.has("x", 7))
    #expect(condition("author:\"leo t\" war") == .all([.words(Matcher("war")), Self.has("leo t", 1)]))
    #expect(condition("author:(leo | amit)") == .any([Self.has("leo", 1), Self.has("amit", 1)]))
    #expect(condition("no:author") == .field(1, .isNull(true)))
    #expect(condition("has:Cover") == .field(6, .isNull(false)))
    #expect(condition("-has:\"a b\"") == .not(.field(7, .isNull(false))))
    #expect(condition("is:Dirty -is:marked") == .all([.state(.dirty), .not(.state(.marked))]))
    let ambiguous = Self.query("p:3 war")
    #expect(ambiguous.condition == .words(Matcher("war")))
    #expect(
      ambiguous.problems == [QueryProblem(kind: .ambiguousField("p", ["Pages", "Price paid"]), range: 0..<1)])
  }

  @Test("Comparisons and ranges follow the kind of the field") func comparisons() {
    func test(_ typed: String) -> FieldTest? {
      if case .field(_, let test)? = Self.query(typed).condition { test } else { nil }
    }
    #expect(test("pages>200") == .within(ValueRange(.integer(200), nil, includesBounds: false)))
    #expect(test("pages:>200") == test("pages>200"))
    #expect(test("pages:<=2.5") == test("pages<=2.5"))
    #expect(test("pages<=2.5") == .within(ValueRange(nil, .real(2.5), includesBounds: true)))
    #expect(test("pages:200..400") == .within(ValueRange(.integer(200), .integer(400), includesBounds: true)))
    #expect(test("price:4..") == .within(ValueRange(.integer(4), nil, includesBounds: true)))
    #expect(test("price:..-5") == .within(ValueRange(nil, .integer(-5), includesBounds: true)))
    #expect(test("author>=m") == .within(ValueRange("m", nil, includesBounds: true)))
    #expect(test("title:a..b") == .contains(Self.word("a..b")))
    #expect(test("pages:\"2..3\"") == .contains(Self.word("2..3")))
    #expect(test("author=\"Leo Tolstoy\"") == .equals(ExactValue("Leo Tolstoy", in: Self.fields[1])))
    #expect(test("author=\"\"") == .equals(ExactValue("", in: Self.fields[1])))
    func days(_ year: Int, _ month: Int, _ day: Int) -> Moment? {
      CalendarDate(year: year, month: month, day: day).map { Moment(days: $0.daysSince1970) }
    }
    #expect(test("made<1950-06") == .during(MomentRange(upper: days(1950, 6, 1))))
    #expect(test("made<=1950-06") == .during(MomentRange(upper: days(1950, 7, 1))))
    #expect(test("made>1900") == .during(MomentRange(lower: days(1901, 1, 1))))
    #expect(test("made>=-0044-03-15") == .during(MomentRange(lower: days(-44, 3, 15))))
    #expect(
      test("made:1900..1950-02") == .during(MomentRange(lower: days(1900, 1, 1), upper: days(1950, 3, 1))))
    #expect(test("made:..-0100") == .during(MomentRange(upper: days(-99, 1, 1))))
    #expect(
      test("made>=2024-05-06T07:08")
        == .during(
          MomentRange(
            lower: days(2024, 5, 6).map { Moment(days: $0.days, nanoseconds: 25_680_000_000_000) })))
    #expect(test("made>=9999") == .during(MomentRange(lower: days(9999, 1, 1))))
  }

  @Test("A title with a colon is a text; left out, it is asked about") func titles() {
    #expect(Self.query("Dune:Messiah").problems.isEmpty)
    #expect(Self.query("Dune:Messiah").condition == Self.query("Dune\\:Messiah").condition)
    #expect(Self.query("Author:leo").condition == Self.query("author:leo").condition)
    for text in ["-Dune:Messiah", "not:Dune:Messiah", "-(war Dune:Messiah)", "dune:messiah"] {
      #expect(
        Self.query(text).problems.contains { $0.kind == .unknownField(text.contains("D") ? "Dune" : "dune") })
    }
    #expect(Self.query("-war Dune:Messiah").problems.isEmpty)
  }

  @Test(
    "What is wrong is named with its place, and the rest counts",
    arguments: [
      ("author:", "", .missingValue("Author"), 0..<7),
      ("war author: peace", "war peace", .missingValue("Author"), 4..<11),
      ("war \"and p", "war \"and p\"", .unclosedQuote, 4..<5),
      ("(war peace", "war peace", .unclosedGroup, 0..<1), ("war ) peace", "war peace", .unopenedGroup, 4..<5),
      ("war ()", "war", .emptyGroup, 4..<6), ("war |", "war", .missingAlternative, 4..<5),
      ("| war", "war", .missingAlternative, 0..<1),
      ("war || peace", "war | peace", .missingAlternative, 4..<5), ("war -", "war", .missingTerm, 4..<5),
      ("é not:", "é", .missingTerm, 3..<7),
      ("autor:leo", "autor\\:leo", .unknownField("autor", meant: "author"), 0..<5),
      ("auther:x", "auther\\:x", .unknownField("auther", meant: "author"), 0..<6),
      ("no:xyz war", "war", .unknownField("xyz"), 3..<6), ("is:dir war", "war", .unknownState("dir"), 3..<6),
      ("is: war", "war", .unknownState(""), 0..<3), ("pages>x", "", .notANumber("Pages"), 6..<7),
      ("made>x war", "war", .notADate("Copyright"), 5..<6),
      ("made>1900-", "made>1900", .notADate("Copyright"), 5..<10),
      ("cover>3", "", .notComparable("Cover"), 6..<7), ("pages:400..2", "", .reversedRange, 6..<12),
      ("pages:4..x", "pages:4..", .notANumber("Pages"), 6..<10),
      ("-author:", "", .missingValue("Author"), 1..<8),
    ] as [(String, String, QueryProblem.Kind, Range<Int>)])
  func problems(typed: String, same: String, kind: QueryProblem.Kind, range: Range<Int>) {
    let query = Self.query(typed)
    #expect(query.condition == Self.query(same).condition)
    #expect(Self.query(same).problems.isEmpty)
    #expect(query.problems.contains(QueryProblem(kind: kind, range: range)), "\(query.problems)")
  }

  @Test("A long or deep query is read in one go") func hostile() {
    let parts = [
      "(", "-", "|", "\"", "author:", "no:", "a ", "\\", ")", "not:", "is:", "..", "pages:", "author:(", "=",
      "<",
    ]
    for part in parts {
      let query = Self.query(String(repeating: part, count: 10_000))
      expectParts(query.problems, of: query.text)
    }
    let deep = Self.query(String(repeating: "(", count: 200) + "war" + String(repeating: ")", count: 200))
    #expect(deep.condition == .words(Matcher("war")))
    #expect(deep.problems.contains { $0.kind == .tooDeep })
    let fine = Self.query(String(repeating: "(", count: 40) + "war" + String(repeating: ")", count: 40))
    #expect(fine.problems.isEmpty && fine.condition == .words(Matcher("war")))
  }

  @Test("Any text is a query, and its problems are parts of it", arguments: 0..<20) func random(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed + 1))
    let parts = [
      "war", "é", "\u{301}", " ", " ", "-", "|", "(", ")", "\"", "\\", ":", "=", "<", ">=", "..", "author",
      "pages", "made", "1900", "-06", "no:", "is:", "dirty", "not:", "5", "\u{FFFD}", "\u{1F600}", "T07:08",
      ".",
    ]
    for _ in 0..<2_000 {
      let count = Int.random(in: 0..<12, using: &random)
      let typed = (0..<count).compactMap { _ in parts.randomElement(using: &random) }.joined()
      expectParts(Self.query(typed).problems, of: typed)
    }
  }

  private func expectParts(_ problems: [QueryProblem], of typed: String) {
    for problem in problems {
      #expect(problem.range.lowerBound >= 0 && problem.range.upperBound <= typed.utf8.count, "\(typed)")
      #expect(!problem.range.isEmpty, "\(typed)")
    }
  }

  @Test("A term for a value gives that value back, whatever it holds") func terms() {
    let texts = [
      "Leo Tolstoy", "", " a ", "\"", "\\", "a\"b\\", "|", "(", "-x", "a..b", "\n", "1869", "no:x", "é",
      "e\u{301}",
    ]
    for (index, field) in Self.fields.enumerated() {
      for text in texts {
        let term = Query.term(field, equals: .text(Text(text)))
        let query = Self.query(term ?? "")
        #expect(query.condition == .field(index, .equals(ExactValue(text, in: field))), "\(term ?? "")")
        #expect(query.problems.isEmpty)
        guard case .field(_, let test)? = query.condition else { continue }
        #expect(test.passes(.text(Text(text)), in: field))
        #expect(!test.passes(.text(Text(text + " ")), in: field))
      }
      #expect(Self.query(Query.term(field, equals: .null) ?? "").condition == .field(index, .isNull(true)))
      #expect(Query.term(field, equals: .blob([1])) == nil)
      #expect(Query.term(field, equals: .text(Text(bytes: [0xFF]))) == nil)
      for value in [Value.integer(0), .integer(-5), .real(2.5), .integer(86_400), .real(1e300), .real(0.1)] {
        guard case .field(_, let test)? = Self.query(Query.term(field, equals: value) ?? "").condition else {
          Issue.record("no condition")
          continue
        }
        #expect(test.passes(value, in: field), "\(value)")
        #expect(!test.passes(.integer(7), in: field))
      }
    }
  }

  @Test("Only words that must occur are highlighted, and in their fields") func highlight() {
    func ranges(_ typed: String, _ fields: [Int]) -> [String] {
      let text = "War and Peace"
      return Self.query(typed).highlight(in: fields).ranges(in: text).map { String(text[$0]) }
    }
    #expect(ranges("war -peace | \"and p\"", [0]) == ["War", "and P"])
    #expect(ranges("title:war author:and", [0]) == ["War"])
    #expect(ranges("author=\"War\" pages>3", [0]).isEmpty)
  }
}

extension QueryCondition {
  /// Whether a row of some values meets the condition, without other tables and in no state.
  func holds(in schema: Schema, values: [Value]) -> Bool {
    holds(in: schema, value: { values[$0] }, values: { _ in [] }, has: { _ in false })
  }
}
