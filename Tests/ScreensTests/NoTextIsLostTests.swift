import Cells
import Records
import Testing

@testable import Screens

/// Whatever key leaves an editor: what was typed is still there, saved, asked about, or comes back with ^Y.
@Suite("No text is lost") struct NoTextIsLostTests {
  /// A field of each kind that can be typed, with a text that it takes.
  private static let kinds: [(kind: Field.Kind, text: String)] = [
    (.text, "Quux"), (.longText, "Quux"), (.integer, "4711"), (.decimal, "47.11"), (.real, "4.711"),
    (.boolean, "yes"), (.date(.isoText), "1911-11-11"), (.dateTime(.isoText), "1911-11-11 07:08"),
    (.choice(["Quux", "corge"]), "Quux"), (.rating, "3.5"), (.isbn, "0306406152"), (.partialDate, "1911-11"),
    (.year, "1911"), (.list, "Quux; corge"), (.url, "quux.example"),
  ]

  private static let schema = Schema(
    of: "item",
    [Field("Name", .text)] + kinds.enumerated().map { Field("F\($0)", $1.kind) })

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

  private func screen(isDraft: Bool, field: Int, _ text: String) -> StackBuilder {
    let row: [Value] = ["one"] + Self.kinds.map { _ in .null }
    let keys = (isDraft ? "+" : "⏎e") + "⇱" + String(repeating: "⇥", count: field) + text
    return StackBuilder([row, row], Size(100, 40), keys, schema: Self.schema)
  }

  /// Whether a text is on the screen, in a value, or in a question.
  private func isThere(_ text: String, _ screen: StackBuilder) -> Bool {
    if screen.mode == .alert || screen.text.contains(text) { return true }
    return screen.books.contains { book in
      zip(Self.schema.fields, book.values).contains { $0.text(of: $1).contains(text) }
    }
  }

  @Test("By every key, from every editor, whether the text is right or wrong", arguments: [true, false])
  func keys(isDraft: Bool) {
    #expect(Self.keys.count > 30)
    for (place, (kind, right)) in Self.kinds.enumerated() {
      for text in [right, "zzqq"] {
        let typed = screen(isDraft: isDraft, field: place + 1, text)
        #expect(isThere(text, typed), "\(place) \(text)")
        // Up and Down step a date, and stars.
        let isStepped = text == right && (kind.dateForm != nil || kind == .rating)
        for key in Self.keys where !isStepped || key != .up && key != .down {
          var screen = typed
          screen.press([key])
          if isThere(text, screen) { continue }
          if screen.mode == .help { screen.press("⎋") }
          if isThere(text, screen) { continue }
          if !screen.mode.isTyping { screen.press("⏎") }
          screen.press("⌃y")
          #expect(isThere(text, screen), "\(kind) \(text) \(key)")
        }
      }
    }
  }

  @Test("A size that changes leaves it, and what is unsaved is known at any time", arguments: [true, false])
  func sizes(isDraft: Bool) {
    for (place, (_, text)) in Self.kinds.enumerated() {
      var screen = screen(isDraft: isDraft, field: place + 1, text)
      #expect(screen.stack.needs.unsavedInput?.text == text)
      for size in [(1, 1), (40, 10), (100, 40)] { screen.resize(size.0, size.1) }
      #expect(isThere(text, screen))
      screen.press("⏎")
      #expect(screen.stack.needs.unsavedInput?.text == nil)
      #expect(screen.stack.needs.unsavedInput?.draft.isEmpty != isDraft)
    }
  }

  @Test("A draft that a killed program has left is on the screen again, and its text comes with ^Y")
  func restored() {
    var screen = StackBuilder()
    screen.stack.takeUnsaved(UnsavedInput(table: "book", text: "Jane Au", draft: ["title": "Emma"]))
    screen.shows("Emma")
    #expect(screen.mode == .draft)
    screen.press("⇲⌃y", shows: "Jane Au")
    var other = StackBuilder()
    other.stack.takeUnsaved(UnsavedInput(table: "other", text: nil, draft: ["title": "Emma"]))
    #expect(other.mode == .list)
  }
}
