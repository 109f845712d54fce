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
    var screen = StackBuilder([["A", .text(Text(text)), .null, .null]], schema: LongTextTests.schema)
    screen.press(.enter, .enter, .down, .enter)
    // A hundred more than there can be, since pieces end in the middle of a row.
    for _ in 0..<(text.count / 30 + 100) { screen.press(.up) }
    screen.press(.home)
    for _ in 0..<50 { screen.press(.down) }
    for _ in 0..<50 { screen.press(.up) }
    screen.type("|")
    for _ in 0..<(text.count / 30 + 100) { screen.press(.down) }
    screen.press(.end)
    screen.type("$")
    screen.press(.enter)
    #expect(screen.books[0].values[1] == .text(Text("|" + text + "$")))
  }
}
