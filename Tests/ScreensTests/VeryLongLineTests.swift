import Cells
import Records
import Screens
import Testing

/// Lines that are longer than is looked at for one key.
@Suite struct VeryLongLineTests {
  @Test(
    "down and up go over each row of a very long line, and a key typed anywhere is put in there",
    arguments: ["word words ", "文学", "e\u{301}\u{301}a", "a\r\n" + String(repeating: "bc", count: 5_000)])
  func everyRow(_ part: String) {
    let text = String(repeating: part, count: 20_000 / part.utf8.count + 1)
    // A hundred more than there can be, since pieces end in the middle of a row.
    func far(_ key: String) -> String { String(repeating: key, count: text.count / 30 + 100) }
    let (down, up) = (String(repeating: "↓", count: 50), String(repeating: "↑", count: 50))
    let keys = "⏎⏎↓⏎" + far("↑") + "⇱" + down + up + "|" + far("↓") + "⇲$⏎"
    let row: [Value] = ["A", .text(Text(text)), .null, .null]
    let screen = StackBuilder([row], .usual, keys, schema: LongTextTests.schema)
    #expect(screen.books[0].values[1] == .text(Text("|" + text + "$")))
  }
}
