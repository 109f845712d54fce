import Records
import Testing

/// What is typed into the fields that are made for books.
@Suite("Kinds for books") struct BookKindTests {
  private static func field(_ kind: Field.Kind, _ affinity: Affinity? = nil) -> Field {
    Field(column: "column", label: "Label", kind: kind, affinity: affinity)
  }

  private static func value(_ text: String, _ kind: Field.Kind) throws(FieldError) -> Value {
    try field(kind).value(of: text, replacing: .null)
  }

  private static let status = Field.Kind.choice(["to read", "reading", "read", "Übersetzt"])

  @Test(
    arguments: [
      ("read", "read"), ("READ", "read"), ("r", "reading"), ("t", "to read"), ("ü", "Übersetzt"),
      (" readi ", "reading"),
    ] as [(String, Value)])
  func choices(text: String, expected: Value) throws {
    #expect(try Self.value(text, Self.status) == expected)
  }

  @Test(
    arguments: [
      ("4.5", 4.5), ("4,5", 4.5), ("4½", 4.5), ("½", 0.5), ("★★★★½", 4.5), ("***", 3), ("0", 0), ("5", 5),
      ("3.0", 3),
    ] as [(String, Double)])
  func ratings(text: String, expected: Double) throws {
    #expect(try Self.value(text, .rating) == .real(expected))
    #expect(Self.field(.rating).stars(of: .real(expected)) == expected)
  }

  @Test(arguments: ["0306406152", "0-306-40615-2", "080442957X", "080442957x", "978-0-306-40615-7"])
  func numbersOfBooks(text: String) throws {
    #expect(try Self.value(text, .isbn) == .text(Text(text)))
    #expect(ISBNText.state(of: text) == .right)
  }

  @Test(
    arguments: [
      ("", .unfinished(missing: 10)), ("0-306", .unfinished(missing: 6)),
      ("9780306", .unfinished(missing: 6)), ("9780306406", .unfinished(missing: 3)),
      ("0306406153", .wrong(checkDigit: "2")), ("0804429571", .wrong(checkDigit: "X")),
      ("9780306406150", .wrong(checkDigit: "7")), ("12345678901", .none), ("97803064061577", .none),
      ("03064X6152", .none), ("abc", .none),
    ] as [(String, ISBNText.State)])
  func unfinishedNumbers(text: String, state: ISBNText.State) { #expect(ISBNText.state(of: text) == state) }

  @Test(
    "A digit that is mistyped, or two that change places, never make another ISBN of thirteen or ten digits")
  func checkDigits() {
    for number in ["0306406152", "9780306406157"] {
      let digits = Array(number)
      for place in digits.indices.dropLast() {
        for digit in "0123456789" where digit != digits[place] {
          var other = digits
          other[place] = digit
          #expect(ISBNText.checked(String(other)) == nil)
        }
      }
    }
  }

  @Test(
    arguments: [
      ("1869", "1869"), ("1869-3", "1869-03"), ("1869-03-25", "1869-03-25"), ("25 Mar 1869", "1869-03-25"),
      ("March 1869", "1869-03"), ("751 BC", "-0750"), ("44 bce", "-0043"), ("1 BC", "0000"),
      ("-750", "-0750"),
    ] as [(String, Value)])
  func partialDates(text: String, expected: Value) throws {
    #expect(try Self.value(text, .partialDate) == expected)
  }

  @Test(arguments: [("1869", 1869), ("-750", -750), ("751 BC", -750), ("1 BC", 0)] as [(String, Int64)])
  func years(text: String, expected: Int64) throws {
    #expect(try Self.value(text, .year) == .integer(expected))
    #expect(Self.field(.year).yearBC(of: .integer(expected)) == (expected <= 0 ? Int(1 - expected) : nil))
  }

  @Test(
    arguments: [
      ("a;b ; c", "a; b; c"), ("a,b", "a, b"), ("a, b; c", "a, b; c"), (";;a;", "a"), ("one", "one"),
    ] as [(String, Value)])
  func lists(text: String, expected: Value) throws { #expect(try Self.value(text, .list) == expected) }

  @Test(arguments: [
    "https://example.org/a?b=c", "example.org", "example.org/x y", "", "word", "a b", "..", "mailto:a@b",
  ])
  func addresses(text: String) throws {
    let isAddress = ["https://example.org/a?b=c", "example.org", "mailto:a@b"].contains(text)
    #expect((try? Self.value(text, .url)) == (isAddress ? .text(Text(text)) : text.isEmpty ? .null : nil))
  }

  @Test(
    "What is none of the kind is refused with its reason, and an empty text is NULL",
    arguments: [
      (status, "unknown", .notAChoice(["to read", "reading", "read", "Übersetzt"])),
      (.rating, "5.5", .notARating), (.rating, "4.3", .notARating), (.rating, "-1", .notARating),
      (.rating, "good", .notARating), (.isbn, "0306", .unfinishedISBN(missing: 6)),
      (.isbn, "0306406153", .wrongCheckDigit("2")), (.isbn, "B000FC1", .notAnISBN),
      (.partialDate, "soon", .notAPartialDate), (.partialDate, "1869-13", .notAPartialDate),
      (.partialDate, "1869-02-30", .notAPartialDate), (.year, "1869-03", .notAYear),
      (.year, "99999", .notAYear), (.year, "0 BC", .notAYear), (.url, "not an address", .notAURL),
    ] as [(Field.Kind, String, FieldError)])
  func refusals(kind: Field.Kind, text: String, error: FieldError) throws {
    #expect(throws: error) { try Self.value(text, kind) }
    #expect(try Self.value(" ", kind) == .null)
    // A value of the wrong form stays as it is.
    #expect(try Self.field(kind, .text).value(of: text, replacing: .text(Text(text))) == .text(Text(text)))
  }

  @Test(
    "A text of digits in a field of numbers is compared as a number, and a date that ends early by its first day"
  )
  func comparing() throws {
    #expect(Self.field(.integer, .text).compared("12") == .integer(12))
    #expect(Self.field(.integer, .text).compared("twelve") == "twelve")
    #expect(Self.field(.text).compared("12") == "12")
    #expect(
      Self.field(.partialDate).comparedMoment(of: "1869-03")?.date
        == CalendarDate(year: 1869, month: 3, day: 1))
    #expect(
      Self.field(.partialDate).comparedMoment(of: "-0750")?.date == CalendarDate(year: -750, month: 1, day: 1)
    )
    #expect(Self.field(.partialDate).comparedMoment(of: "1869-3") == nil)
  }

  @Test("A choice is said by hand with its texts") func choiceNames() {
    #expect(Field.Kind(name: "choice:a, b") == .choice(["a", "b"]))
    #expect(Field.Kind(name: "choice:") == nil)
    #expect(Field.Kind(name: "choice") == nil)
  }
}

@Suite struct ReadingPlaceTests {
  @Test(
    "Places as people type them",
    arguments: [
      ("120", ReadingPlace.page(120)), (" p. 12 ", .page(12)), ("+30", .further(30)), ("45%", .percent(45)),
      ("33,5 %", .percent(33.5)), ("done", .end), ("Done", .end), ("stopped", .stopped),
      ("gave up", .stopped), ("0", .page(0)),
    ])
  func places(_ text: String, _ place: ReadingPlace) { #expect(ReadingPlace(text) == place) }

  @Test("What is none", arguments: ["", "-3", "+0", "+-3", "101%", "-1%", "nan%", "ten", "1.5", "99999999"])
  func none(_ text: String) { #expect(ReadingPlace(text) == nil) }
}
