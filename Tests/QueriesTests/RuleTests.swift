import Records
import SeededRandom
import Testing

@testable import Queries

@Suite("Rules") struct RuleTests {
  private static let schema = Schema(
    table: "t", key: .rowid(column: "pk"),
    fields: [
      Field(column: "title", label: "Title", kind: .text, isRequired: true),
      Field(column: "author", label: "Author", kind: .text),
      Field(column: "pages", label: "Pages", kind: .integer),
      Field(column: "price", label: "Price", kind: .decimal, affinity: .text),
      Field(column: "lent_on", label: "Lent on", kind: .date(.isoText)),
      Field(column: "made", label: "Made", kind: .partialDate),
      Field(column: "tags", label: "Tags", kind: .list), Field(column: "cover", label: "Cover", kind: .photo),
      Field(column: "stars", label: "Stars", kind: .rating), Field(column: "odd:", label: "Odd", kind: .text),
      Field(column: "notes", label: "Notes", kind: .longText),
    ], titleIndex: 0, singular: "row", plural: "rows")

  private static func string(_ value: Value) -> String {
    if case .text(let text) = value { text.string } else { "" }
  }

  /// What a rule makes of a value, with the values of other fields.
  private static func changed(_ typed: String, _ old: Value, _ others: [String: Value] = [:]) throws -> Value
  {
    let rule = try #require(try FieldRule(typed, in: schema))
    var values: [Int: Value] = [:]
    for (name, value) in others { values[try #require(schema.field(named: name))] = value }
    values[rule.field] = old
    return try rule.rule.value(of: rule.field, in: schema, values)
  }

  @Test(
    "A text is written in another way",
    arguments: [
      ("trim", "  a \t b \n", "a b"), ("lower", "ÉMILE", "émile"), ("upper", "straße", "STRASSE"),
      ("sentence", "THE HOBBIT: A Tale", "The hobbit: a tale"),
      ("title", "the lord of the rings", "The Lord of the Rings"),
      ("title", "WAR AND PEACE", "War and Peace"),
      ("title", "iPad: a McCarthy story", "IPad: A McCarthy Story"),
      ("title", "“of mice and men”", "“Of Mice and Men”"), ("turn", "Tolstoy, Leo", "Leo Tolstoy"),
      ("turn", "Leo Tolstoy", "Tolstoy, Leo"), ("turn", "Ursula K. Le Guin", "Le Guin, Ursula K."),
      ("turn", "Plato", "Plato"), ("turn", "King, Martin Luther, Jr.", "King, Martin Luther, Jr."),
      ("turn", "Mann, Thomas; Franz Kafka", "Thomas Mann; Kafka, Franz"),
      ("turn", "Vincent van Gogh", "van Gogh, Vincent"), ("s/old/new/", "old OLD bold", "new OLD bnew"),
      ("s/OLD/new/i", "old Óld", "new new"), ("s/a\\/b/c/", "a/b", "c"),
      ("s/é/e/", "é e\u{301}", "e e\u{301}"), ("s/e/E/i", "é e\u{301}x", "E Ex"),
      ("s/ss/S/i", "Straße", "StraSe"), ("s/./!/", "a.b", "a!b"),
      ("r/([a-z]+), ([a-z]+)/\\2 \\1/i", "Tolstoy, Leo", "Leo Tolstoy"),
      ("r/ *\\(.*\\)$//", "Dune (Dune #1)", "Dune"), ("r/x*/-/", "abxc", "-a-b-c-"),
      ("r/^The //", "The The", "The"), ("r/[0-9]+/<\\0>/", "7 of 12", "<7> of <12>"), ("{title}!", "a", "a!"),
    ])
  func texts(rule: String, old: String, new: String) throws {
    let value = try Self.changed("title:=" + rule, .text(Text(old)))
    #expect(value == .text(Text(new)), "\(String(describing: value))")
    #expect(try Self.changed("author:=" + rule, .null) == .null)
  }

  @Test("Names are turned, and turned back") func turnsBack() {
    for name in ["Leo Tolstoy", "Le Guin, Ursula K.", "Jean de La Fontaine", "Ludwig van Beethoven", "Homer"]
    { #expect(TextCase.turn.changed(TextCase.turn.changed(name)) == name) }
  }

  @Test(
    "Numbers and dates are calculated with, exactly; parts of lists come, go and are renamed, each once",
    arguments: [
      ("pages:=+1", .integer(Int64.max - 1), .integer(.max)), ("pages:=*2", .integer(21), .integer(42)),
      ("pages:=*0.5", .integer(42), .integer(21)), ("pages:=- 40", .null, .null),
      ("price:=+0.10", "0.20", "0.30"), ("price:=*1.1", "10.00", "11.00"),
      ("stars:=+0.5", .real(4), .real(4.5)), ("lent_on:=+1 month", "2026-01-31", "2026-02-28"),
      ("lent_on:=+1", "2024-02-28T07:08", "2024-02-29T07:08"),
      ("lent_on:=-2 weeks", "2024-01-01", "2023-12-18"), ("made:=+1 year", "-0750", "-0749"),
      ("made:=+1 month", "1869-12", "1870-01"), ("made:=+1 day", "1869-12-31", "1870-01-01"),
      ("tags+=fantasy", "sf", "sf, fantasy"), ("tags+=fantasy; SF", "sf; b", "sf; b; fantasy"),
      ("tags+=a, b", .null, "a, b;"), ("tags+=sf", " sf ,x", " sf ,x"), ("tags-=sf", "SF, x, sf", "x"),
      ("tags-=sf", "sf", .null), ("tags:sf=science fiction", "a; sf; b", "a; science fiction; b"),
      ("tags:sf=a", "a, sf, b", "a, b"), ("tags:sf=SF", "sf", "SF"), ("tags:sf=", "a, sf", "a"),
      // What does not change is the same byte for byte.
      ("title:=s/x/y/", "e\u{301} \0", "e\u{301} \0"), ("pages:=+0", .integer(7), .integer(7)),
      ("pages:=trim", "07", "07"), ("tags-=x", "b ,a,,a", "b ,a,,a"),
      ("title:=trim", .integer(5), .integer(5)), ("author:={author}", "a", "a"),
    ] as [(String, Value, Value)])
  func values(rule: String, old: Value, new: Value) throws { #expect(try Self.changed(rule, old) == new) }

  @Test(
    "What cannot be calculated is refused with its reason",
    arguments: [
      ("pages:=+1", .integer(.max), .value(.integerTooLarge)),
      ("pages:=*0.5", .integer(7), .value(.notAnInteger)), ("pages:=+1", "many", .notANumber),
      ("pages:=+1", .blob([1]), .holdsBytes), ("stars:=+1", .real(4.5), .value(.notARating)),
      ("lent_on:=+1 day", "soon", .notADate), ("lent_on:=+1 day", "9999-12-31", .outOfRange),
      ("made:=+1 month", "1869", .notADate), ("lent_on:=+9999999 years", "2000-01-01", .outOfRange),
    ] as [(String, Value, RuleRefusal)])
  func refused(rule: String, old: Value, refusal: RuleRefusal) {
    #expect(throws: refusal) { try Self.changed(rule, old) }
  }

  @Test("A list may have very many parts") func manyParts() throws {
    let many = (0..<100_000).map { "part \($0)" }.joined(separator: "; ")
    let new = try Self.changed("tags-=part 5", .text(Text(many)))
    #expect(ListText.parts(of: Self.string(new)).count == 99_999)
  }

  @Test("A field is made of others, taken apart, copied and emptied") func templates() throws {
    let row: [String: Value] = [
      "author": "Le Guin, Ursula K.", "pages": .integer(7), "title": "T", "made": "1969",
    ]
    #expect(try Self.changed("notes:={author}", .null, row) == "Le Guin, Ursula K.")
    #expect(
      try Self.changed("notes:={author after ,} {author before \",\"} \\{{Pages}\\}", .null, row)
        == "Ursula K. Le Guin {7}")
    #expect(try Self.changed("notes:={author after last \" \"}", .null, row) == "K.")
    #expect(try Self.changed("notes:={author before last  }", .null, row) == "Le Guin, Ursula")
    #expect(try Self.changed("notes:={title before ,}/{title after ,}", .null, row) == "T/")
    #expect(try Self.changed("pages:={made}", .integer(1), row) == .integer(1969))
    #expect(try Self.changed("lent_on:={made}-07-05", .null, row) == "1969-07-05")
    #expect(try Self.changed("notes:={price} {lent_on}", "x", row) == .null)
    #expect(try Self.changed("notes:=", "x") == .null)
    #expect(throws: RuleRefusal.value(.required)) { try Self.changed("title:=", "x") }
    #expect(throws: RuleRefusal.value(.required)) { try Self.changed("title:=s/x//", "x") }
    #expect(throws: RuleRefusal.value(.notAnInteger)) { try Self.changed("pages:={author}", .null, row) }
    #expect(throws: RuleRefusal.holdsBytes) { try Self.changed("title:=trim", .text(Text(bytes: [0xFF]))) }
    let large = Value.text(Text(String(repeating: "a", count: Rule.textLimit + 1)))
    #expect(throws: RuleRefusal.tooLarge) { try Self.changed("title:=trim", large) }
    let (many, long) = (
      Value.text(Text(String(repeating: "a", count: 1_000))), String(repeating: "x", count: 20_000)
    )
    for rule in [
      "title:=r/a/\(long)/", "title:=s/a/\(long)/",
      "title:=r/(a+)/\(String(repeating: "\\1", count: 5_000))/",
    ] { #expect(throws: RuleRefusal.tooLarge) { try Self.changed(rule, many) } }
    let fields = "notes:=" + String(repeating: "{author}", count: 5_000)
    #expect(throws: RuleRefusal.tooLarge) { try Self.changed(fields, .null, ["author": many]) }
  }

  @Test(
    "What is no rule is refused with the reason",
    arguments: [
      ("title:=shout", RuleProblem.unknown("shout")), ("title:=s/a/b", .brokenReplacement),
      ("title:=s/a/b/g", .brokenReplacement), ("title:=s//b/", .nothingToReplace),
      ("title:=r/(/b/", .brokenPattern(.unbalancedGroup)), ("title:=r/(a)/\\2/", .noSuchGroup(2)),
      ("title:={author", .brokenField), ("title:={writer}", .unknownField("writer")),
      ("title:=+1", .notForNumbers), ("pages:=+1 month", .wrongUnit), ("lent_on:=*2", .wrongUnit),
      ("lent_on:=+0.5", .wrongUnit), ("title+=x", .notForLists), ("tags+=", .missingPart),
      ("tags:=x", .unknown("x")), ("cover:=trim", .fixedField), ("title:={author before }", .brokenField),
    ])
  func broken(typed: String, problem: RuleProblem) {
    #expect(throws: problem) { try FieldRule(typed, in: Self.schema) }
  }

  @Test("The longest name counts, so that a column whose name ends in a sign comes first")
  func names() throws {
    #expect(FieldRule.nameLength(in: "title:=x", Self.schema) == 5)
    #expect(FieldRule.nameLength(in: "LENT ON:=x", Self.schema) == 7)
    #expect(FieldRule.nameLength(in: "odd:=x", Self.schema) == 3)
    #expect(FieldRule.nameLength(in: "odd::=x", Self.schema) == 4)
    #expect(FieldRule.nameLength(in: "title=x", Self.schema) == nil)
    #expect(FieldRule.nameLength(in: "writer:=x", Self.schema) == nil)
  }

  @Test("Decimal numbers are those of whole numbers with a point") func decimals() throws {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<500 {
      let (a, b) = (
        Int64.random(in: -99_999...99_999, using: &random), Int64.random(in: -9_999...9_999, using: &random)
      )
      let x = try #require(DecimalNumber(String(a)))
      let y = try #require(DecimalNumber(String(b)))
      #expect(x.adding(y)?.integer == Int(a + b) && x.multiplied(by: y)?.integer == Int(a * b))
      let hundredth = try #require(DecimalNumber("0.01"))
      let small = try #require(x.multiplied(by: hundredth))
      #expect(small.multiplied(by: try #require(DecimalNumber("100")))?.integer == Int(a))
      #expect(Double(small.description) == Double(a) / 100)
    }
  }
}
