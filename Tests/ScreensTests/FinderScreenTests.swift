import Cells
import Records
import TestSupport
import Testing

@testable import Screens

/// The prompt of the finder: what is wrong, what was typed before, and help.
@Suite("The finder's prompt")
struct FinderScreenTests {
  /// The last rows of a frame as text, and the part of the prompt that is underlined.
  private func underlined(_ screen: StackBuilder) -> String {
    let frame = screen.stack.frame()
    let row = frame.size.rows - 2
    return (0..<frame.size.columns).map { column in
      let cell = frame[column, row]
      return cell.role == .wrong ? cell.text : ""
    }.joined()
  }

  @Test(
    "The part that is wrong is underlined and explained, and the rest finds",
    arguments: [
      ("war author:", "author:", "Type a value for Author.", 1),
      ("a \"b", "\"", "The quote is not closed yet.", 0),
      ("copyright>soon", "soon", "Copyright is compared with a date", 3),
      ("autor:x", "autor", "No field begins with “autor”", 0),
      ("is:d", "d", "Type is:dirty", 3), ("war", "", "", 1),
    ])
  func problems(typed: String, part: String, says: String, count: Int) {
    var screen = StackBuilder()
    screen.type("/" + typed)
    #expect(underlined(screen) == part)
    #expect(screen.shown.count == count)
    let last = screen.stack.frame().textPlane.split(separator: "\n", omittingEmptySubsequences: false).suffix(
      2
    ).joined()
    #expect(says.isEmpty || last.contains(says))
  }

  @Test("A part beyond what the prompt shows is not underlined elsewhere")
  func longText() {
    var screen = StackBuilder(columns: 40, rows: 10)
    screen.type("/\"" + String(repeating: "é ", count: 60))
    #expect(underlined(screen).isEmpty)
    screen.press(.home)
    #expect(underlined(screen) == "\"")
  }

  @Test("Up brings back earlier searches, and Down goes on to what was typed")
  func recall() {
    var screen = StackBuilder()
    func typed() -> String? { screen.stack.stack.screens.last?.prompt?.line.text }
    for text in ["war", "mac", "war", "  "] {
      screen.type("/")
      screen.press(.control("u"))
      screen.type(text)
      screen.press(text == "mac" ? .escape : .enter)
    }
    screen.type("/d")
    screen.press(.up)
    #expect(typed() == "war" && screen.filter == "war" && screen.shown.count == 1)
    screen.press(.up)
    #expect(typed() == "mac")
    screen.press(.up)
    #expect(typed() == "mac")
    screen.press(.down, .down)
    #expect(typed() == "d" && screen.filter == "d")
    screen.press(.down)
    #expect(typed() == "d")
  }

  @Test("The history of searches is bounded, and knows each text once")
  func history() {
    var history = SearchHistory()
    for number in 0..<300 { history.note("\(number)") }
    history.note("250")
    #expect(history.texts.count == SearchHistory.limit && history.texts.last == "250")
    #expect(history.texts.filter { $0 == "250" }.count == 1)
  }

  @Test("F1 shows the help of the prompt, which stays as it was")
  func help() {
    var screen = StackBuilder()
    screen.type("/wa")
    screen.press(.f1, .end)
    #expect(screen.stack.frame().textPlane.contains("author:tolstoy"))
    screen.press(.escape)
    screen.type("r")
    #expect(screen.filter == "war")
  }

  @Test("The page about the finder has all forms of the help")
  func page() throws {
    let page = try Repository.text("docs/finder.md").replacing("\\|", with: "|")
    for (form, finds) in FinderHelp.forms {
      #expect(page.contains("| `\(form)` | \(finds.replacing(" |", with: " `|`")) |"), "\(form)")
    }
  }
}
