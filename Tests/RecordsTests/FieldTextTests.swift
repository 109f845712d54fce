import Records
import SeededRandom
import Testing

@Suite("Fields and text") struct FieldTextTests {
  private static func field(_ kind: Field.Kind, isRequired: Bool = false) -> Field {
    Field(column: "column", label: "Label", kind: kind, isRequired: isRequired)
  }

  private static let invalid = Value.text(Text(bytes: [0x41, 0xFF, 0xC3, 0x28, 0x00, 0x42]))
  private static let kinds: [Field.Kind] = [.text, .integer, .real, .date(.secondsSince1970), .blob]

  @Test(
    "Every value has a text in every kind of field",
    arguments: [
      (.null, ""), (.integer(.min), "-9223372036854775808"), (.real(3), "3.0"), (.real(3.5), "3.5"),
      (.real(1e100), "1e+100"), (.real(0.1), "0.1"), ("War and Peace", "War and Peace"), ("", ""),
      (invalid, "A\u{FFFD}\u{FFFD}(\0B"), (.blob([]), "x''"), (.blob([1, 2, 0xAB]), "x'0102ab'"),
      (.blob([UInt8](repeating: 7, count: 17)), "x'07070707070707070707070707070707…'"),
    ] as [(Value, String)])
  func texts(value: Value, expected: String) {
    for kind in Self.kinds where kind != .date(.secondsSince1970) {
      #expect(Self.field(kind).text(of: value) == expected)
    }
  }

  @Test(
    "A date field shows a number as a day, and what is no day as it is",
    arguments: [
      (.real(-20_466_864_000), "1321-06-07"), (.integer(-3_153_600_000), "1870-01-25"),
      (.real(0.5), "1970-01-01 00:00:00.500"), (.null, ""), (.integer(.max), "9223372036854775807"),
      (.real(1e300), "1e+300"), ("1870", "1870"), (.blob([1]), "x'01'"),
    ] as [(Value, String)])
  func dateTexts(value: Value, expected: String) {
    #expect(Self.field(.date(.secondsSince1970)).text(of: value) == expected)
  }

  @Test("A typed text is trimmed of white space, but not of a blank that carries a mark")
  func trimming() throws {
    let field = Self.field(.text, isRequired: true)
    #expect(try field.value(of: " \t\u{A0}Leo Tolstoy\r\n", replacing: "Homer") == "Leo Tolstoy")
    #expect(try field.value(of: "Leo  Tolstoy", replacing: .null) == "Leo  Tolstoy")
    #expect(try field.value(of: " \u{301} ", replacing: .null) == .text(Text(" \u{301}")))
    #expect(try field.value(of: "text in blanks", replacing: "  text in blanks ") == "text in blanks")
  }

  @Test("A text that only looks like the old one is a change") func canonicalEquivalence() throws {
    let composed = Value.text(Text("\u{E9}")), decomposed = Value.text(Text("e\u{301}"))
    #expect(try Self.field(.text).value(of: "e\u{301}", replacing: composed) == decomposed)
  }

  @Test("Nothing typed takes the place of bytes: a blob, or a text that is not UTF-8", arguments: kinds)
  func replacingBytes(kind: Field.Kind) throws {
    for old in [Self.invalid, .blob([]), .blob([65])] {
      let error: FieldError = kind.isBytes ? .notEditable : .holdsBytes
      #expect(throws: error) { try Self.field(kind).value(of: "1870", replacing: old) }
      #expect(throws: error) { try Self.field(kind).value(of: "", replacing: old) }
    }
  }

  @Test("Of a text that is UTF-8, as of a number, nothing is lost by an editor of texts") func bytes() {
    let whole: [Value] = [.null, .integer(0), .real(0), "", "\0", "\u{FFFD}", .text(Text("e\u{301}"))]
    for value in whole { #expect(!value.isBytes) }
    let surrogate = Value.text(Text(bytes: [0xED, 0xA0, 0x80]))
    for value in [Self.invalid, .blob([]), .blob([65]), surrogate] { #expect(value.isBytes) }
  }

  @Test("An empty text is a text where it replaces one, and leaves NULL where it is no change")
  func emptyText() throws {
    #expect(try Self.field(.text).value(of: "  ", replacing: "Homer") == "")
    #expect(try Self.field(.text).value(of: "", replacing: .null) == .null)
    #expect(try Self.field(.text).value(of: "", replacing: "") == "")
  }

  @Test("An empty number or date is NULL", arguments: [Field.Kind.integer, .real, .date(.secondsSince1970)])
  func emptyNumbers(kind: Field.Kind) throws {
    #expect(try Self.field(kind).value(of: " ", replacing: .integer(5)) == .null)
  }

  @Test("A required field takes neither NULL nor white space, changed or not", arguments: kinds)
  func required(kind: Field.Kind) throws {
    let field = Self.field(kind, isRequired: true)
    for old in ["x", .null, "", " "] as [Value] {
      #expect(throws: FieldError.required) { try field.value(of: "", replacing: old) }
      #expect(throws: FieldError.required) { try field.value(of: " \n", replacing: old) }
    }
    #expect(throws: FieldError.required) { try field.null() }
    #expect(try Self.field(kind).null() == .null)
  }

  @Test("A required field is filled by anything but NULL and white space") func filled() {
    let field = Self.field(.text, isRequired: true)
    for value in [.null, "", " \t"] as [Value] {
      #expect(!field.isFilled(by: value))
      #expect(Self.field(.text).isFilled(by: value))
    }
    for value in ["x", .integer(0), .blob([])] as [Value] { #expect(field.isFilled(by: value)) }
  }

  @Test(
    "Whole numbers of 64 bits and finite decimal numbers are read",
    arguments: [
      ("5", .integer, .integer(5)), (" -7 ", .integer, .integer(-7)), ("+7", .integer, .integer(7)),
      ("007", .integer, .integer(7)), ("9223372036854775807", .integer, .integer(.max)),
      ("3.5", .real, .real(3.5)), ("3", .real, .real(3)), ("-.5", .real, .real(-0.5)),
      ("1e100", .real, .real(1e100)), ("+1E-3", .real, .real(0.001)),
    ] as [(String, Field.Kind, Value)])
  func numbers(text: String, kind: Field.Kind, expected: Value) throws {
    #expect(try Self.field(kind).value(of: text, replacing: "old") == expected)
  }

  @Test(
    "What is no number is refused, and whole numbers that do not fit are told from it",
    arguments: [
      ("3.0", .integer, .notAnInteger), ("1e3", .integer, .notAnInteger), ("1,000", .integer, .notAnInteger),
      ("0x10", .integer, .notAnInteger), ("five", .integer, .notAnInteger), ("٣", .integer, .notAnInteger),
      ("-", .integer, .notAnInteger), ("9223372036854775808", .integer, .integerTooLarge),
      ("+9223372036854775808", .integer, .integerTooLarge),
      ("-9223372036854775809", .integer, .integerTooLarge), ("1,5", .real, .notANumber),
      ("nan", .real, .notANumber), ("inf", .real, .notANumber), ("0x1p3", .real, .notANumber),
      ("1e999", .real, .notANumber), ("1 000", .real, .notANumber), ("e", .real, .notANumber),
      ("1.2.3", .real, .notANumber), ("٣", .real, .notANumber),
    ] as [(String, Field.Kind, FieldError)])
  func noNumbers(text: String, kind: Field.Kind, error: FieldError) {
    #expect(throws: error) { try Self.field(kind).value(of: text, replacing: "old") }
  }

  @Test("The text of a real reads back as the same double") func realsComeBack() throws {
    var generator = SeededGenerator(seed: 3)
    let field = Self.field(.real)
    for _ in 0..<5_000 {
      let number = Double(bitPattern: generator.next())
      guard number.isFinite else { continue }
      #expect(try field.value(of: field.text(of: .real(number)), replacing: .null) == .real(number))
    }
  }
}
