import Records
import SeededRandom
import Testing

@Suite("Kinds of fields") struct FieldKindTests {
  private static func field(_ kind: Field.Kind, _ affinity: Affinity) -> Field {
    Field(column: "column", label: "Price", kind: kind, affinity: affinity)
  }

  private static let kinds: [Field.Kind] =
    [.text, .longText, .integer, .decimal, .real, .boolean, .photo, .blob, .choice(["word", "yes"])]
    + [.rating, .isbn, .partialDate, .year, .list, .url]
    + Field.DateForm.allCases.map(Field.Kind.date) + Field.DateForm.allCases.map(Field.Kind.dateTime)

  private static let values: [Value] = [
    .null, .integer(0), .integer(1), .integer(-7), .integer(.max), .real(0), .real(1), .real(3.5),
    .real(1e300), .real(-0.25), .real(2_440_588.75), "3.50", "yes", "FALSE", "2009-01-31T10:00:00Z",
    "-0750-01-01", "2009-02-31", " a\nb\r\n ", "", .text(Text(bytes: [0xFF, 0x41])), .blob([]),
    .blob([1, 2]),
  ]

  private static let furtherValues: [Value] = [
    .integer(.min), .real(-0.5), .real(.infinity), "text", "  text in blanks ", " \n", "1870-01-25", "\0",
    .text(Text(bytes: [0x41, 0xFF, 0xC3, 0x28, 0x00, 0x42])), .text(Text("e\u{301}")), .blob([0, 255]),
    .blob([UInt8](repeating: 7, count: 40)),
  ]

  @Test("A text that was not changed gives the old value byte for byte, whatever the kind and the column")
  func unchanged() throws {
    for kind in Self.kinds {
      for affinity in Affinity.allCases {
        let field = Self.field(kind, affinity)
        for value in Self.values + Self.furtherValues {
          let shown = field.text(of: value)
          #expect(try field.value(of: shown, replacing: value) == value, "\(kind) \(affinity) \(value)")
          guard shown.first?.isWhitespace == false, shown.last?.isWhitespace == false else { continue }
          #expect(try field.value(of: " \(shown)\t", replacing: value) == value, "\(kind) \(value) in blanks")
        }
      }
    }
  }

  @Test("What was typed is shown again, and SQLite's affinity leaves it alone") func typed() throws {
    let texts = [
      "3.50", "-7", "0", "yes", "no", "TRUE", "1999-12-31", "-0044-03-15", "0.1", "1e3", "word", "x\ny", "4½",
      "★★★", "1999-12", "751 BC", "0-306-40615-2", "a;b; c", "a.example/x", "1999-12-31 07:08",
      "25 Jan 2009 23:59:59.5+02:00", "07:08:09.123456Z",
    ]
    for kind in Self.kinds {
      for affinity in Affinity.allCases {
        let field = Self.field(kind, affinity)
        for old in Self.values {
          for text in texts {
            guard let value = try? field.value(of: text, replacing: old) else { continue }
            let again = try field.value(of: field.text(of: value), replacing: value)
            #expect(again == value)
            // A value that was there as it is in such a column stays one that can be there.
            guard old.stored(in: affinity) == old else { continue }
            #expect(value.stored(in: affinity) == value, "\(text) for \(old): \(kind) \(affinity)")
          }
        }
      }
    }
  }

  @Test(
    "A decimal keeps its digits and its storage class",
    arguments: [
      ("3.50", .text, "2.00", "3.50"), ("3.50", .blob, .null, "3.50"), ("3.50", .blob, "x", "3.50"),
      ("3.50", .blob, .real(1), .real(3.5)), ("3.50", .blob, .integer(1), .real(3.5)),
      ("4", .blob, .integer(1), .integer(4)), ("4", .blob, .real(1), .real(4)),
      ("4.00", .numeric, .null, .integer(4)), ("4", .integer, .null, .integer(4)),
      ("4", .real, .null, .real(4)), ("0.1", .real, .null, .real(0.1)), (".5", .numeric, .null, .real(0.5)),
      ("-0.0", .numeric, .null, .integer(0)), ("9223372036854775807", .numeric, .null, .integer(.max)),
    ] as [(String, Affinity, Value, Value)])
  func decimals(text: String, affinity: Affinity, old: Value, expected: Value) throws {
    #expect(try Self.field(.decimal, affinity).value(of: text, replacing: old) == expected)
  }

  @Test("A price is never another number than the one that was typed") func prices() throws {
    for affinity in Affinity.allCases {
      for old in [.null, .real(1), .integer(1)] as [Value] {
        let field = Self.field(.decimal, affinity)
        for cents in stride(from: 0, through: 99_999, by: 7) {
          let fraction = (cents % 100 < 10 ? "0" : "") + String(cents % 100)
          let value = try field.value(of: "\(cents / 100).\(fraction)", replacing: old)
          let shown = field.text(of: value)
          let digits = shown.contains(".") ? shown + "00" : shown + ".00"
          #expect(digits.hasPrefix("\(cents / 100).\(fraction)"))
        }
      }
    }
  }

  @Test(
    "A decimal that is none, or that a number cannot hold, is refused",
    arguments: [
      ("1,5", .numeric, .notADecimal), ("1,5", .text, .notADecimal), ("", .text, nil),
      ("nan", .real, .notADecimal), ("1e999", .real, .notADecimal),
      ("12345678901234567890.12", .numeric, .tooManyDigits), ("12345678901234567890.12", .text, nil),
      ("9007199254740993", .real, .tooManyDigits), ("0.1000000000000000055", .numeric, .tooManyDigits),
      ("1e-400", .real, .tooManyDigits),
    ] as [(String, Affinity, FieldError?)])
  func refusedDecimals(text: String, affinity: Affinity, error: FieldError?) throws {
    let field = Self.field(.decimal, affinity)
    guard let error else {
      _ = try field.value(of: text, replacing: .null)
      return
    }
    #expect(throws: error) { try field.value(of: text, replacing: .null) }
  }

  @Test(
    "A truth is shown, typed and toggled in the form that it has",
    arguments: [
      (.integer(1), "yes", .integer(0)), (.integer(0), "no", .integer(1)), (.real(1), "yes", .real(0)),
      ("1", "yes", "0"), ("true", "true", "false"), ("False", "False", "True"), ("YES", "YES", "NO"),
      ("n", "n", "y"), ("T", "T", "F"),
    ] as [(Value, String, Value)])
  func truths(value: Value, text: String, other: Value) throws {
    let field = Self.field(.boolean, .blob)
    #expect(field.text(of: value) == text)
    #expect(field.toggled(value) == other)
    #expect(field.toggled(other) == value)
    for word in Field.truth(of: other) == true ? ["yes", "TRUE", "1", "y"] : ["no", "false", "0", "N"] {
      #expect(try field.value(of: word, replacing: value) == other)
      #expect(try field.value(of: word, replacing: other) == other)
    }
  }

  @Test("NULL becomes yes as the column holds it, and what is no truth stays") func oddTruths() throws {
    #expect(Self.field(.boolean, .integer).toggled(.null) == .integer(1))
    #expect(Self.field(.boolean, .real).toggled(.null) == .real(1))
    #expect(Self.field(.boolean, .text).toggled(.null) == "yes")
    #expect(try Self.field(.boolean, .text).value(of: "False", replacing: .null) == "False")
    for value in [.integer(2), "perhaps", .real(0.5)] as [Value] {
      #expect(Self.field(.boolean, .blob).toggled(value) == value)
    }
    #expect(throws: FieldError.notABoolean) {
      try Self.field(.boolean, .blob).value(of: "2", replacing: .null)
    }
  }

  @Test(
    "A date keeps the time of day and the storage class in every form",
    arguments: [
      (.secondsSince2001, .integer(36_000), "2001-01-01 10:00:00", .integer(86_400 + 36_000)),
      (.secondsSince2001, .real(-0.25), "2000-12-31 23:59:59.750", .real(2 * 86_400 - 0.25)),
      (.julianDay, .real(2_451_910.75), "2001-01-01 06:00:00", .real(2_451_911.75)),
      (.julianDay, .integer(2_451_911), "2001-01-01", .integer(2_451_912)),
      (.isoText, "2001-01-01", "2001-01-01", "2001-01-02"),
      (.isoText, "2001-01-01 10:20:30.5", "2001-01-01 10:20:30.5", "2001-01-02 10:20:30.5"),
      (.isoText, "2001-01-01T00:00:00Z", "2001-01-01", "2001-01-02T00:00:00Z"),
      (.isoText, "2001-01-01T10:20+02:00", "2001-01-01T10:20+02:00", "2001-01-02T10:20+02:00"),
      (.isoText, "-0750-01-01t10:20Z", "-0750-01-01t10:20Z", "2001-01-02t10:20Z"),
    ] as [(Field.DateForm, Value, String, Value)])
  func dates(form: Field.DateForm, old: Value, shown: String, expected: Value) throws {
    let field = Self.field(.date(form), .blob)
    #expect(field.text(of: old) == shown)
    // The second of January is a day after, or two days after the last of December.
    #expect(try field.value(of: "2001-01-02", replacing: old) == expected)
    #expect(try field.value(of: shown, replacing: old) == old)
  }

  @Test("What is no date in the form is shown as it is, and a date in its place is midnight")
  func oddDates() throws {
    for text in ["2009-02-31", "2009-1-1", "2009-01-01x", "2009-01-01T", "20090101", "soon"] {
      let field = Self.field(.date(.isoText), .text)
      #expect(field.text(of: .text(Text(text))) == text)
      #expect(try field.value(of: "2001-01-02", replacing: .text(Text(text))) == "2001-01-02")
    }
    #expect(
      try Self.field(.date(.julianDay), .real).value(of: "1970-01-01", replacing: .null) == .real(2_440_587.5)
    )
    #expect(
      try Self.field(.date(.secondsSince2001), .integer).value(of: "2001-01-01", replacing: .null)
        == .integer(0))
  }

  @Test("Whatever the time of day, each form has the day that was typed") func shownAsTyped() throws {
    var generator = SeededGenerator(seed: 2001)
    for form in [Field.DateForm.secondsSince2001, .julianDay] {
      let field = Self.field(.date(form), .real)
      for _ in 0..<500 {
        let old = Value.real(.random(in: 1...5_000_000, using: &generator))
        for text in ["-4712-01-02", "9999-12-31", "2001-01-01", "1970-01-01"] {
          #expect(field.date(of: try field.value(of: text, replacing: old))?.description == text)
        }
      }
    }
  }

  @Test("Lines stay in a long text, and bytes and generated values cannot be typed") func others() throws {
    #expect(try Self.field(.longText, .text).value(of: " a\n\n b\n", replacing: "x") == "a\n\n b")
    #expect(throws: FieldError.notEditable) { try Self.field(.photo, .blob).value(of: "x", replacing: .null) }
    var field = Self.field(.integer, .integer)
    field.isGenerated = true
    #expect(throws: FieldError.notEditable) { try field.value(of: "2", replacing: .integer(1)) }
    #expect(try field.value(of: "1", replacing: .integer(1)) == .integer(1))
  }
}
