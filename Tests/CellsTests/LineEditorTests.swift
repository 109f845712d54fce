import SeededRandom
import TestSupport
import Testing

@testable import Cells

@Suite struct LineEditorTests {
  /// The text with a bar where the cursor is.
  static func shown(_ editor: LineEditor) -> String {
    editor.text[..<editor.cursorIndex] + "|" + editor.text[editor.cursorIndex...]
  }

  /// What shows after some keys on a text whose cursor is at its end.
  static func after(_ keys: [LineEditor.Action], on text: String) -> String {
    var editor = LineEditor(text)
    for key in keys { editor.apply(key) }
    return shown(editor)
  }

  @Test("The cursor starts at the end, moves by clusters, and stops at both ends") func moves() {
    #expect(Self.after([], on: "abc") == "abc|")
    #expect(
      Self.after([.left], on: "e\u{301}\u{1F468}\u{200D}\u{1F466}") == "e\u{301}|\u{1F468}\u{200D}\u{1F466}")
    #expect(Self.after([.left, .left, .left, .right], on: "\r\na") == "\r\n|a")
    #expect(Self.after([.right, .end, .right], on: "abc") == "abc|")
    #expect(Self.after([.start, .left], on: "abc") == "|abc")
  }

  @Test("Words are letters and digits") func words() {
    let text = "War, and (peace) 1869"
    #expect(Self.after([.wordLeft], on: text) == "War, and (peace) |1869")
    #expect(Self.after([.wordLeft, .wordLeft], on: text) == "War, and (|peace) 1869")
    #expect(Self.after([.start, .wordRight, .wordRight], on: text) == "War, and| (peace) 1869")
    #expect(Self.after([.start, .wordLeft], on: text) == "|" + text)
    #expect(Self.after([.wordRight], on: "a. ") == "a. |")
    #expect(Self.after([.start, .wordRight], on: "...") == "...|")
  }

  @Test("Deleting takes out whole clusters") func deletes() {
    #expect(Self.after([.deleteBack], on: "ae\u{301}\u{302}") == "a|")
    #expect(Self.after([.deleteBack], on: "a\u{1F1E9}\u{1F1EA}") == "a|")
    #expect(Self.after([.start, .deleteForward], on: "\u{1F468}\u{200D}\u{1F466}b") == "|b")
    #expect(Self.after([.deleteForward], on: "ab") == "ab|")
    #expect(Self.after([.start, .deleteBack], on: "ab") == "|ab")
  }

  @Test("What is killed can be yanked, and killing nothing keeps it") func kills() {
    let text = "War and peace "
    #expect(Self.after([.killWordBack], on: text) == "War and |")
    #expect(Self.after([.killWordBack, .start, .yank], on: text) == "peace |War and ")
    #expect(
      Self.after([.wordLeft, .killToEnd, .killToEnd, .yank, .yank], on: text) == "War and peace peace |")
    #expect(Self.after([.wordLeft, .killToStart, .end, .yank], on: text) == "peace War and |")
    #expect(Self.after([.killWordBack, .killWordBack], on: "l'été d'août") == "|")
    #expect(Self.after([.yank], on: "a") == "a|")
  }

  @Test("The cursor never stands inside a cluster, whatever joins") func joins() {
    #expect(Self.after([.insert("\u{301}")], on: "e") == "e\u{301}|")
    #expect(
      Self.after([.left, .insert("\u{1F468}\u{200D}")], on: "\u{1F466}") == "\u{1F468}\u{200D}\u{1F466}|")
    #expect(Self.after([.left, .deleteBack], on: "e\n\u{301}") == "e\u{301}|")
    #expect(
      Self.after([.left, .insert("\u{1F1E9}")], on: "\u{1F1EA}\u{1F1EB}") == "\u{1F1E9}\u{1F1EA}|\u{1F1EB}")
    var editor = LineEditor("e")
    editor.apply(.insert("\u{301}"))
    #expect(editor.cursor == 1)
  }

  @Test("A paste is one line without control characters") func paste() {
    var editor = LineEditor("<>")
    editor.apply(.left)
    editor.insert(pasted: "a\r\nb\rc\nd\te\u{2028}f\r\r\n\u{1B}[31mg\u{0}\u{7F}\u{9B}h\u{85}")
    #expect(Self.shown(editor) == "<a b c d e f  [31mgh |>")
  }

  @Test(
    "A text that fits stands still; a longer one scrolls with a quarter of the columns ahead of the cursor",
    arguments: [
      (11, 0, "0123456789 ", 0), (11, 6, "0123456789 ", 6), (11, 10, "0123456789 ", 10),
      (8, 0, "01234567", 0), (8, 6, "01234567", 6), (8, 7, "…2345678", 6), (8, 9, "…456789 ", 6),
      (8, 10, "…456789 ", 7), (3, 9, "89 ", 1), (1, 0, "0", 0), (1, 10, " ", 0),
    ])
  func drawing(_ width: Int, _ cursor: Int, _ shown: String, _ column: Int) {
    var editor = LineEditor("0123456789")
    for _ in cursor..<10 { editor.apply(.left) }
    var frame = FrameTests.frame(width + 2, 1)
    frame.write(String(repeating: "<", count: width + 2), at: Position(column: 0, row: 0), role: .bar)
    editor.draw(on: &frame, at: Position(column: 1, row: 0), width: width, role: .selected)
    #expect(frame.textPlane == "<" + shown + "<")
    #expect(frame.rolePlane == "b" + String(repeating: "S", count: width) + "b")
    #expect(frame.cursor == Position(column: column + 1, row: 0))
  }

  @Test("Whatever the text and the window, the cursor and its cluster are visible and nothing is halved")
  func windows() {
    for name in HostileNames.all {
      for width in [1, 2, 3, 9, 40] {
        var editor = LineEditor(String(name.prefix(60)))
        editor.apply(.start)
        repeat {
          let place = editor.cursorIndex
          let view = editor.visible(columns: width)
          let shown = view.glyphs.reduce(0) { $0 + $1.width }
          let under = editor.text[place...].first.map(TextWidth.width) ?? 1
          #expect(shown <= width)
          #expect(view.cursor + (under > width ? 0 : under) <= width)
          #expect(0..<width ~= view.cursor)
          editor.apply(.right)
          if editor.cursorIndex == place { break }
        } while true
      }
    }
  }

  @Test("Random keys on hostile names keep the cursor between two clusters") func random() {
    var generator = SeededGenerator(seed: 1)
    let keys: [LineEditor.Action] = [
      .left, .right, .wordLeft, .wordRight, .start, .end, .deleteBack, .deleteForward, .killWordBack,
      .killToStart, .killToEnd, .yank,
    ]
    var editor = LineEditor("")
    for _ in 0..<3000 {
      let name = HostileNames.all.randomElement(using: &generator) ?? ""
      editor.apply(keys.randomElement(using: &generator) ?? .left)
      editor.apply(.insert(String(name.unicodeScalars.prefix(2))))
      if editor.text.utf8.count > 300 { editor = LineEditor(String(editor.text.prefix(20))) }
      #expect(editor.text.indices.contains(editor.cursorIndex) || editor.cursorIndex == editor.text.endIndex)
    }
  }

  @Test("A very long text stays editable") func long() {
    var editor = LineEditor(String(repeating: "Война и мир ", count: 50_000))
    let frame = FrameTests.frame(80, 1)
    for _ in 0..<200 {
      editor.apply(.left)
      editor.apply(.insert("x"))
      var copy = frame
      editor.draw(on: &copy, at: Position(column: 0, row: 0), width: 80, role: .content)
    }
    #expect(editor.text.hasSuffix("x "))
  }
}
