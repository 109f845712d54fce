import Cells
import Records
import Screens
import Testing

/// A record of more fields than a screen shows.
@Suite struct ManyFieldsTests {
  /// Forty fields of two lines each; 20 lines are in sight.
  private var screen = StackBuilder(
    [(0..<40).map { .text(Text("value \($0)")) }], columns: 80, rows: 23,
    schema: Schema(
      table: "wide", key: .rowid(column: "id"),
      fields: (0..<40).map { Field(column: "c\($0)", label: "Label \($0)", kind: .text) }, titleIndex: 0,
      singular: "row", plural: "rows"))

  /// What Enter edits.
  private mutating func chosen() -> String? {
    screen.press(.enter)
    defer { screen.press(.escape) }
    let words = screen.stack.frame().textPlane.split { " \n".contains($0) }
    return words.firstIndex(of: "Label").map { String(words[$0 + 1]) }
  }

  @Test("Pages and half pages choose the field that far away", arguments: [false, true])
  mutating func pages(_ isDraft: Bool) {
    screen.press(isDraft ? [.character("+")] : [.enter, .character("e")])
    #expect(chosen() == "0")
    screen.press(.control("d"))
    #expect(chosen() == "5")
    screen.press(.pageDown)
    #expect(chosen() == "15")
    screen.press(.control("u"))
    #expect(chosen() == "10")
    screen.press(.pageUp)
    #expect(chosen() == "0")
    screen.press(.end, .control("d"))
    #expect(chosen() == "39")
  }

  @Test("Half a page is at least one field")
  mutating func small() {
    screen.resize(40, 3)
    screen.press(.enter, .character("e"), .control("d"))
    #expect(chosen() == "1")
    screen.press(.control("u"), .control("u"))
    #expect(chosen() == "0")
  }
}
