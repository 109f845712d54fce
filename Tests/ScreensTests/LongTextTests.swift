import Cells
import Records
import Screens
import Testing

/// Texts of several lines.
@Suite struct LongTextTests {
  static let schema = Schema(
    of: "possession",
    [
      Field("Name", .text, isRequired: true, isUnique: true), Field("Description", .longText),
      Field("Lent", .boolean), Field("Price", .decimal),
    ])

  static let bicycle = "Red, three gears.\nThe bell is missing.\n\nIn the cellar."

  private func screen(
    _ keys: String, _ text: String = bicycle, _ size: Size = .usual, lent: Value = .null
  ) -> StackBuilder {
    StackBuilder([["Bicycle", .text(Text(text)), lent, "3.50"]], size, keys, schema: Self.schema)
  }

  /// In the editor of the description.
  private func editing(_ text: String = bicycle, _ size: Size = .usual, _ keys: String = "") -> StackBuilder {
    screen("⏎⏎↓⏎" + keys, text, size)
  }

  @Test("Long texts, their editor, and truths are as recorded") func golden() throws {
    let long = Self.bicycle + " Behind the shelf with the jars, under the blue cover."
    let lines = (1...60).map { "Line \($0)" }.joined(separator: "\n")
    try Golden.check("long-text-detail") { screen("⏎", Self.bicycle, $0).stack }
    try Golden.check("long-text") { editing(long, $0, "↑↑⌃j文学").stack }
    try Golden.check("long-text-scrolled") {
      var screen = editing(lines, $0, "⇞")
      screen.receive(.refused(.problem("The description is too long.")))
      return screen.stack
    }
    try Golden.check("boolean") { screen("⏎⏎↓↓", Self.bicycle, $0, lent: .integer(1)).stack }
  }

  @Test(
    "below a text of which only the beginning is held stands how long it is, and how to see the rest",
    arguments: [
      (10 << 20, "… 10 MB in all; the form shows the rest"), (17 << 20, "… 17 MB in all"),
    ])
  func cut(_ byteCount: Int, _ note: String) {
    let head = LargeValue(isText: true, byteCount: byteCount, head: Array("Once upon a ti".utf8))
    let stack = ScreenStack.detail(RecordSnapshot("Bicycle", head: head, of: Self.schema), Self.schema)
    let lines = stack.lines.map { $0.split(separator: " ") }
    let cut = lines.firstIndex { $0.contains("Once") } ?? 0
    #expect(lines[cut + 1] == note.split(separator: " "))
  }

  @Test("a text of very many lines ends with a whole line, and below it stands that it goes on")
  func manyLines() {
    for (count, next) in [(200, "Lent"), (201, "…")] {
      let screen = screen("⏎⇲", Array(repeating: "line", count: count).joined(separator: "\n"))
      let lines = screen.text.split(separator: "\n").map { $0.filter { $0 != " " } }
      #expect(lines[(lines.lastIndex { $0 == "line" } ?? 0) + 1].hasPrefix(next))
    }
  }

  @Test(
    "Keys and pastes make the text that is saved",
    arguments: [
      ("One", "⌃jtwo", "One\ntwo"),
      // By lines, keeping the column.
      ("long enough\nab\nlonger still", "↑↑|⇱^↓⇲$⌥<<⌥>>", "<^long enough|\nab$\nlonger still>"),
      // What is killed is of the line, and at its end what ends it.
      ("one\ntwo\nthree", "↑⌃u⌃k", "one\nthree"),
      // CR LF stays as it is in a text that is edited elsewhere.
      ("one\r\ntwo\r\n", "↑⇲!", "one\r\ntwo!"),
    ])
  func keys(_ text: String, _ keys: String, _ saved: String) {
    for columns in [80, 40] {
      var screen = editing(text, Size(columns, 10))
      #expect(screen.text.contains("one^M") == text.utf8.contains(13))
      screen.press(keys + "⏎", asks: .set(.rowid(1), field: 1, .text(Text(saved))))
    }
  }

  @Test("the cursor goes by the rows of a wrapped line, through wide characters too") func wrapped() {
    // Twelve columns have no margin to spare but one, and one more is the cursor's.
    for (text, saved) in [("aaaa bbbb cccc dddd", "aaaa bbbb| cccc dddd"), ("文学文学文学文学", "文学文|学文学文学")] {
      var screen = editing(text, Size(12, 10))
      screen.press("↑|⏎", asks: .set(.rowid(1), field: 1, .text(Text(saved))))
    }
  }

  @Test("a text of one line gets several by ^J, a number does not") func newLineElsewhere() {
    var screen = screen("⏎⏎⏎")
    #expect(screen.mode == .text)
    screen.press("⌃j", to: .longText)
    screen.press("2⏎", asks: .set(.rowid(1), field: 0, "Bicycle\n2"))
    screen.press("⇲⏎⌃j", to: .text)
  }

  @Test("a paste keeps its lines and its tabs, and nothing else that is a control") func paste() {
    var screen = editing("")
    screen.paste("a\tb\r\nc\rd\u{1B}[0m\u{2028}e")
    screen.press("⏎", asks: .set(.rowid(1), field: 1, "a\tb\nc\nd[0m\ne"))
  }

  @Test("the cursor is on the screen at every size, wherever it is") func everySize() {
    for columns in [1, 2, 3, 4, 6, 8, 12, 13, 20, 31, 45] {
      for rows in [1, 2, 3, 4, 6, 9, 14] {
        var screen = editing("文学 words and more words\n\n\te\u{301}\n" + Self.bicycle)
        screen.resize(columns, rows)
        for key in Key.keys("↑⇞⇱⇟⇲←⌥<x⌥>") {
          screen.press([key])
          let frame = screen.stack.frame()
          #expect(frame.cursor.map(frame.contains) == true, "\(columns)x\(rows) \(key)")
        }
      }
    }
  }

  @Test("Space turns a truth round at once, in the column's own form") func toggling() {
    for (old, new) in [
      (Value.null, Value.integer(1)), (.integer(1), .integer(0)), (.integer(0), .integer(1)),
      (.real(1), .real(0)), ("TRUE", "FALSE"), ("no", "yes"), ("Y", "N"),
    ] {
      var screen = screen("⏎⏎↓↓", lent: old)
      screen.press(" ", to: .detailEditing, asks: .set(.rowid(1), field: 2, new), shows: "Saved Lent.")
    }
  }

  @Test("what is no truth is left as it is, and so are other fields") func notToggling() {
    var screen = screen("⏎⏎↓↓ ", lent: "maybe")
    #expect(screen.message == "Lent is neither yes nor no; Enter edits it.")
    screen.press("↓ ")
    #expect(screen.mode.isTyping)
    screen.press("⎋d", hides: "Space yes/no")
    #expect(screen.books[0].values[2] == "maybe")
  }

  @Test("Space turns a truth of a draft round") func togglingDraft() {
    var screen = screen("+⏎Lamp⏎↓↓ ")
    screen.resize(100, 24)
    screen.shows("Space yes/no")
    screen.press("⌃s")
    #expect(screen.books.last?.values == ["Lamp", .null, .integer(1), .null])
  }
}

/// Lines that are longer than is looked at for one key.
@Suite struct VeryLongLineTests {
  @Test(
    "down and up go over each row of a very long line, and a key typed anywhere is put in there",
    arguments: ["word words ", "文学", "e\u{301}\u{301}a", "a\r\n" + String(repeating: "bc", count: 4_200)])
  func everyRow(_ part: String) {
    // A line is laid out in pieces of 4,096 bytes; here are three ends of them, or two in each of two lines.
    let text = String(repeating: part, count: 13_000 / part.utf8.count + 1)
    // A hundred more than there can be, since pieces end in the middle of a row.
    func far(_ key: String) -> String { String(repeating: key, count: text.count / 30 + 100) }
    let (down, up) = (String(repeating: "↓", count: 50), String(repeating: "↑", count: 50))
    let keys = "⏎⏎↓⏎" + far("↑") + "⇱" + down + up + "|" + far("↓") + "⇲$⏎"
    let row: [Value] = ["A", .text(Text(text)), .null, .null]
    let screen = StackBuilder([row], .usual, keys, schema: LongTextTests.schema)
    #expect(screen.books[0].values[1] == .text(Text("|" + text + "$")))
  }
}
