import Cells
import Records
import Testing

@testable import Keys
@testable import Screens

/// Whatever key leaves an editor: what was typed is still there, saved, asked about, or comes back with ^Y.
@Suite("No text is lost")
struct NoTextIsLostTests {
  /// A field of each kind that can be typed, with a text that it takes.
  private static let kinds: [(kind: Field.Kind, text: String)] = [
    (.text, "Quux"), (.longText, "Quux"), (.integer, "4711"), (.decimal, "47.11"), (.real, "4.711"),
    (.boolean, "yes"), (.date(.isoText), "1911-11-11"), (.dateTime(.isoText), "1911-11-11 07:08"),
    (.choice(["Quux", "corge"]), "Quux"), (.rating, "3.5"), (.isbn, "0306406152"), (.partialDate, "1911-11"),
    (.year, "1911"), (.list, "Quux; corge"), (.url, "quux.example"),
  ]

  private static let schema = Schema(
    table: "item", key: .rowid(column: "rowid"),
    fields: [Field(column: "name", label: "Name", kind: .text)]
      + kinds.enumerated().map { Field(column: "f\($0)", label: "F\($0)", kind: $1.kind) },
    titleIndex: 0, singular: "item", plural: "items")

  private static let modes: [Mode] = [.text, .longText, .dateText]

  /// The keys that do something where texts are typed, but for those that take a character away or step a value.
  private static let keys = Set(
    modes.flatMap(KeyTable.bindings(in:)).flatMap { binding in
      binding.actions.filter { entry in
        switch entry.action {
        case .edit(.deleteBack), .edit(.deleteForward), .step, .suggest, .today: false
        default: true
        }
      }.map(\.key)
    } + [.character("x"), .alt("q"), .f1])

  private func screen(isDraft: Bool, field: Int) -> StackBuilder {
    let row: [Value] = ["one"] + Self.kinds.map { _ in .null }
    var screen = StackBuilder([row, row], columns: 100, rows: 40, schema: Self.schema)
    screen.press(isDraft ? [.character("+")] : [.enter, .character("e")])
    screen.press([.home] + Array(repeating: Key.tab, count: field))
    return screen
  }

  /// Whether a text is on the screen, in a value, or in a question.
  private func isThere(_ text: String, _ screen: StackBuilder) -> Bool {
    if screen.stack.mode == .alert || screen.stack.frame().textPlane.contains(text) { return true }
    return screen.books.contains { book in
      zip(Self.schema.fields, book.values).contains { $0.text(of: $1).contains(text) }
    }
  }

  @Test("By every key, from every editor, whether the text is right or wrong", arguments: [true, false])
  func keys(isDraft: Bool) {
    #expect(Self.keys.count > 30)
    for (place, (_, right)) in Self.kinds.enumerated() {
      for (text, key) in [right, "zzqq"].flatMap({ text in Self.keys.map { (text, $0) } }) {
        // Up and Down step a date, and stars.
        let isStepped = Self.kinds[place].kind.dateForm != nil || Self.kinds[place].kind == .rating
        if isStepped, text == right, key == .up || key == .down { continue }
        var screen = screen(isDraft: isDraft, field: place + 1)
        screen.type(text)
        #expect(isThere(text, screen), "\(place) \(text)")
        screen.press(key)
        if isThere(text, screen) { continue }
        if screen.stack.mode == .help { screen.press(.escape) }
        if isThere(text, screen) { continue }
        if !screen.stack.mode.isTyping { screen.press(.enter) }
        screen.press(.control("y"))
        #expect(isThere(text, screen), "\(Self.kinds[place].kind) \(text) \(key)")
      }
    }
  }

  @Test("A size that changes leaves it, and what is unsaved is known at any time", arguments: [true, false])
  func sizes(isDraft: Bool) {
    for (place, (_, text)) in Self.kinds.enumerated() {
      var screen = screen(isDraft: isDraft, field: place + 1)
      screen.type(text)
      #expect(screen.stack.needs.unsavedInput?.text == text)
      for size in [(1, 1), (40, 10), (100, 40)] { screen.resize(size.0, size.1) }
      #expect(isThere(text, screen))
      screen.press(.enter)
      #expect(screen.stack.needs.unsavedInput?.text == nil)
      #expect(screen.stack.needs.unsavedInput?.draft.isEmpty != isDraft)
    }
  }

  @Test("A draft that a killed program has left is on the screen again, and its text comes with ^Y")
  func restored() {
    var screen = StackBuilder()
    screen.stack.takeUnsaved(UnsavedInput(table: "book", text: "Jane Au", draft: ["title": "Emma"]))
    #expect(screen.stack.mode == .draft)
    #expect(screen.stack.frame().textPlane.contains("Emma"))
    screen.press(.end, .control("y"))
    #expect(screen.stack.frame().textPlane.contains("Jane Au"))
    var other = StackBuilder()
    other.stack.takeUnsaved(UnsavedInput(table: "other", text: nil, draft: ["title": "Emma"]))
    #expect(other.stack.mode == .list)
  }
}
