import Cells
import Records
import Testing

@testable import Screens

/// Bytes in fields of every kind, which no editor of texts may touch.
@Suite("Bytes in any field") struct BytesTests {
  static let kinds = Field.Kind.names.map(\.kind)
  static let invalid = Value.text(Text(bytes: [0x41, 0xFF, 0xC3, 0x28, 0x00, 0x42]))
  static let blob = Value.blob((0..<93).map { $0 })
  static let values: [Value] = [
    .null, .integer(0), .integer(1), .integer(-7), .integer(.max), .real(0.1), .real(1e300),
    .real(-20_466_864_000), "", "word", "  in blanks ", "two\nlines\r\n", "1870-01-25 10:00:00", "TRUE",
    "3.50", "x'0102'", "\0a", "\u{FFFD}", .text(Text("e\u{301}")), invalid, .text(Text(bytes: [0xFF])),
    .blob([]), .blob([65]), blob, .blob(Possessions.png),
  ]

  /// The form of a record whose one field beside its name holds a value.
  private func detail(_ value: Value, _ kind: Field.Kind, isLarge: Bool = false) -> ScreenStack {
    let schema = Schema(of: "thing", [Field("Name", .text), Field("Thing", kind)])
    let record =
      if isLarge, let head = LargeValue(value) {
        RecordSnapshot("Lamp", head: head, of: schema)
      } else {
        RecordSnapshot(id: .rowid(1), values: ["Lamp", value], state: .hydrated)
      }
    return .detail(record, schema).pressing("e↓")
  }

  /// Opens the field, and answers what it wants to read.
  private func open(_ stack: inout ScreenStack, _ value: Value) {
    guard case .openLarge(let id, let field)? = stack.press("⏎").first else { return }
    stack.receive(.large(id, field: field, value))
  }

  @Test("Nothing typed changes nothing, whatever a field holds and whichever editor opens", arguments: kinds)
  func unchanged(_ kind: Field.Kind) {
    for value in Self.values {
      for isLarge in [false, true] where !isLarge || LargeValue(value) != nil {
        for keys in [[], [Key.control("o")], [.left, .right]] as [[Key]] {
          var stack = detail(value, kind, isLarge: isLarge)
          open(&stack, value)
          let takesFile = value.isBytes || kind.isBytes && value.isNull
          #expect((stack.mode == .files) == takesFile, "\(kind) \(value)")
          guard stack.mode != .files else { continue }
          for key in keys {
            guard case .editExternally(let text)? = stack.press(key).first else { continue }
            _ = stack.takeEdited(text)
          }
          #expect(stack.press("⏎") == [.set(.rowid(1), field: 1, value)], "\(kind) \(value)")
        }
      }
    }
  }

  @Test("Bytes take no typing and no pasting, and are turned round by no key", arguments: kinds)
  func typing(_ kind: Field.Kind) {
    for value in Self.values where value.isBytes {
      var stack = detail(value, kind)
      #expect(!stack.press(" ").contains { if case .set = $0 { true } else { false } })
      open(&stack, value)
      let effects = stack.press("zz") + stack.paste("pasted") + stack.press("⌃n")
      #expect(!effects.contains { if case .set = $0 { true } else { false } }, "\(kind) \(value)")
    }
  }

  @Test("A large value is turned round by no key, for what stands in its place is nothing of it")
  func toggling() {
    for value in [Self.blob, .text(Text(String(repeating: "a", count: 70_000)))] {
      var stack = detail(value, .boolean, isLarge: true)
      #expect(stack.press(" ") == [.say(.problem("Thing is neither yes nor no; Enter edits it."))])
    }
  }

  @Test("Bytes are shown by their number and how they begin, in any field", arguments: kinds)
  func shown(_ kind: Field.Kind) {
    for isLarge in [false, true] {
      let text = detail(Self.blob, kind, isLarge: isLarge).frame().textPlane
      #expect(text.contains("Blob, 93 B, x'000102030405060708090a0b0c0d0e0f…'"))
    }
    #expect(detail(.blob(Possessions.png), kind).frame().textPlane.contains("PNG, 16 × 8, 24 B"))
    #expect(detail(.blob([]), kind).frame().textPlane.contains("Blob, 0 B "))
  }

  @Test("What comes from a file is bytes, and a text where it takes the place of one") func files() {
    for (value, expected) in [(Self.blob, Value.blob([65])), (Self.invalid, "A")] {
      var stack = detail(value, .text)
      #expect(stack.press("⏎").contains(.listFolder("")))
      #expect(stack.take(.blob([65])) == [.set(.rowid(1), field: 1, expected)])
    }
  }

  @Test(
    "Bytes are written to a file and cleared in any field, and a text that is too long to be seen is written")
  func exporting() {
    for value in [Self.blob, Self.invalid] {
      var stack = detail(value, .integer)
      #expect(stack.press("⌃x") == [.set(.rowid(1), field: 1, .null)])
      #expect(stack.press("⌃t") == [.listFolder("")])
      #expect(stack.text.contains(value == Self.blob ? "Lamp.bin" : "Lamp.txt"))
    }
    var stack = detail(.text(Text(String(repeating: "a", count: 70_000))), .text, isLarge: true)
    #expect(stack.press("⌃t") == [.listFolder("")])
  }

  @Test("A file is chosen where not before all of a text was read it has turned out to be none")
  func lateBytes() {
    let value = Value.text(Text(bytes: [UInt8](repeating: 65, count: 70_000) + [0xFF]))
    var stack = detail(value, .longText, isLarge: true)
    open(&stack, value)
    #expect(stack.mode == .files)
    #expect(stack.message?.text.contains("is not UTF-8") == true)
  }

  @Test("A text or a number among bytes is typed as what it is") func typedAmongBytes() {
    for (value, expected) in [("word", "wordz"), (.integer(4), .integer(47)), (.real(0.5), .real(0.57))]
      as [(Value, Value)]
    {
      var stack = detail(value, .blob)
      open(&stack, value)
      stack.press(value == "word" ? "z" : "7")
      #expect(stack.press("⏎") == [.set(.rowid(1), field: 1, expected)])
    }
  }
}
