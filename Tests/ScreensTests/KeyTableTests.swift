import Cells
import Foundation
import Screens
import TestSupport
import Testing

/// The table of keys, and the documents that are made of it.
@Suite struct KeyTableTests {
  @Test("No key is bound twice in a mode, and each does what the table says", arguments: Mode.allCases)
  func keysAreBoundOnce(_ mode: Mode) {
    let entries = KeyTable.bindings(in: mode).flatMap(\.actions)
    let twice = Dictionary(grouping: entries, by: \.key).filter { $0.value.count > 1 }.keys
    #expect(twice.isEmpty, "\(twice.map(\.name)) in \(mode)")
    for entry in entries { #expect(KeyTable.action(for: entry.key, in: mode) == entry.action) }
  }

  @Test("Where characters are typed, no character is a key", arguments: Mode.allCases.filter(\.isTyping))
  func charactersAreText(_ mode: Mode) {
    let characters = KeyTable.bindings(in: mode).flatMap(\.actions).map(\.key).filter {
      // A blank toggles yes and no, and is typed on every other field.
      if case .character(let character) = $0 { character != " " } else { false }
    }
    #expect(characters.isEmpty)
  }

  @Test("Every screen has help but the help itself, questions, and where ? is typed or ends what is typed")
  func helpIsThere() {
    let modes = Mode.allCases.filter { KeyTable.action(for: .character("?"), in: $0) == .help }
    let others: Set<Mode> = [.help, .alert]
    #expect(modes == Mode.allCases.filter { !$0.isTyping && !$0.isFleeting && !others.contains($0) })
  }

  @Test(
    "Every screen can be left and drawn again, and Esc and Control-C do something", arguments: Mode.allCases)
  func leaving(_ mode: Mode) {
    let actions = KeyTable.bindings(in: mode).flatMap(\.actions).map(\.action)
    #expect(actions.contains(.asks(.redraw, "redraw")))
    #expect(actions.contains { [.back, .cancel, .quit].contains($0) })
    for key in Key.keys("⎋⌃c") { #expect(KeyTable.action(for: key, in: mode) != nil) }
  }

  @Test("Where the terminal shows only ASCII the key Enter goes by its word") func enterInASCII() {
    for isUnicode in [true, false] {
      var screen = StackBuilder(Size(120, 24))
      screen.stack.settings.isUnicode = isUnicode
      for (key, word) in [
        ("", isUnicode ? "⏎ open" : "Enter open"), ("?", isUnicode ? "⏎ → l" : "Enter Right l"),
      ] {
        screen.press(key, shows: word)
        #expect(screen.text.contains("⏎") == isUnicode)
      }
    }
  }

  @Test("The words are about rows and records, whatever the table is about") func wordsAreNeutral() {
    #expect(!KeyTable.bindings.contains { "\($0.does) \($0.hint?.does ?? "")".contains("book") })
  }

  @Test("Every entry has keys, words without a full stop, and a mode in which it holds")
  func entriesAreWhole() {
    for binding in KeyTable.bindings {
      #expect(!binding.actions.isEmpty && !binding.modes.members.isEmpty)
      #expect(
        !binding.does.isEmpty && !binding.does.hasSuffix(".") && binding.does.first?.isLowercase == true)
      #expect(binding.hint.map { !$0.keys.isEmpty && !$0.does.isEmpty } ?? true, "\(binding.does)")
    }
  }

  @Test(
    "A line of 80 columns shows all but the minor hints of a mode, and m while a date is picked",
    arguments: Mode.allCases)
  func hintsFit(_ mode: Mode) {
    let hints = KeyTable.bindings(in: mode).compactMap(\.hint)
      .filter { !$0.isMinor && (mode != .datePart || $0.keys != "m") }
      .map { "\($0.keys) \($0.does)" }
    let margins = 2
    #expect(TextWidth.width(of: hints.joined(separator: "  ")) + margins <= 80, "\(hints)")
    #expect(!hints.isEmpty)
  }

  @Test("docs/keys.md is what the table of keys says") func markdown() throws {
    let file = Repository.root.appending(path: "docs/keys.md")
    let text = KeyDocument().text(.markdown)
    guard !Golden.isRecording, let recorded = try? String(contentsOf: file, encoding: .utf8) else {
      try text.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("recorded docs/keys.md; read it, then run again")
      return
    }
    #expect(text == recorded, "docs/keys.md differs; record it with RECORD_GOLDEN=1")
  }

  @Test("Both documents have every entry, the manual page's in ASCII", arguments: KeyDocument.Form.allCases)
  func everyEntry(_ form: KeyDocument.Form) {
    let text = KeyDocument().text(form)
    let plain = text.replacing("\\-", with: "-")
    for binding in KeyTable.bindings { #expect(plain.contains(binding.does)) }
    if form == .mdoc { #expect(text.utf8.allSatisfy { $0 < 0x80 }) }
  }
}
