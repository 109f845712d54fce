import Cells
import Records
import TestSupport
import Testing

@testable import Screens

/// The prompt of the finder: what is wrong, what was typed before, and help.
@Suite("The finder's prompt") struct FinderScreenTests {
  /// The part of the prompt that is underlined.
  private func underlined(_ screen: StackBuilder) -> String {
    let frame = screen.stack.frame()
    return (0..<frame.size.columns).map { frame[$0, frame.size.rows - 2] }.filter { $0.role == .wrong }
      .map(\.text).joined()
  }

  @Test(
    "The part that is wrong is underlined and explained",
    arguments: [
      ("war author:", "author:", "Type a value for Author."), ("a \"b", "\"", "The quote is not closed yet."),
      ("copyright>soon", "soon", "Copyright is compared with a date"),
      ("autor:x", "autor", "No field begins with “autor”"), ("is:d", "d", "Type is:dirty"), ("war", "", ""),
    ])
  func problems(typed: String, part: String, says: String) {
    let screen = StackBuilder(.usual, "/" + typed)
    #expect(underlined(screen) == part)
    #expect(screen.effects.last == .find(typed, keeping: .rowid(1)) || !part.isEmpty)
    #expect(says.isEmpty || screen.lines.suffix(2).joined().contains(says))
  }

  @Test("A part beyond what the prompt shows is not underlined elsewhere") func longText() {
    var screen = StackBuilder(Size(40, 10), "/\"" + String(repeating: "é ", count: 60))
    #expect(underlined(screen).isEmpty)
    screen.press("⇱")
    #expect(underlined(screen) == "\"")
  }

  @Test("Up brings back earlier searches, and Down goes on to what was typed") func recall() {
    var screen = StackBuilder(.usual, "/war⏎/⌃umac⎋/⌃uwar⏎/⌃u  ⏎/d")
    for (keys, text) in [("↑", "war"), ("↑", "mac"), ("↑", "mac"), ("↓↓", "d"), ("↓", "d")] {
      screen.press(keys)
      #expect(screen.stack.stack.screens.last?.prompt?.line.text == text)
      #expect(screen.filter == text)
    }
  }

  @Test("The history of searches is bounded, and knows each text once") func history() {
    var history = SearchHistory()
    for number in 0..<300 { history.note("\(number)") }
    history.note("250")
    #expect(history.texts.count == SearchHistory.limit && history.texts.last == "250")
    #expect(history.texts.filter { $0 == "250" }.count == 1)
  }

  @Test("F1 shows the help of the prompt, which stays as it was") func help() {
    var screen = StackBuilder(.usual, "/wa")
    screen.press("①⇲", shows: "author:tolstoy")
    screen.press("⎋r")
    #expect(screen.filter == "war")
  }

  @Test("The page about the finder has all forms of the help") func page() throws {
    let page = try Repository.text("docs/finder.md").replacing("\\|", with: "|")
    for (form, finds) in FinderHelp.forms {
      #expect(page.contains("| `\(form)` | \(finds.replacing(" |", with: " `|`")) |"), "\(form)")
    }
  }
}
