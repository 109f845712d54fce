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

  /// The number of the field that Enter edits.
  private mutating func chosen() -> String? {
    screen.press(.enter)
    defer { screen.press(.escape) }
    let lines = screen.stack.frame().textPlane.split(separator: "\n")
    guard let row = screen.stack.frame().cursor?.row else { return nil }
    let words = lines[max(0, row - 1)...row].joined(separator: " ").split(separator: " ")
    return words.last { Int($0) != nil }.map(String.init)
  }

  @Test("Pages choose the field that far away", arguments: [false, true])
  mutating func pages(_ isDraft: Bool) {
    screen.press(isDraft ? [.character("+")] : [.enter, .character("e")])
    #expect(chosen() == "0")
    screen.press(.pageDown)
    #expect(chosen() == "10")
    screen.press(.pageUp)
    #expect(chosen() == "0")
    screen.press(.end, .pageDown)
    #expect(chosen() == "39")
  }

  @Test("A page is at least one field")
  mutating func small() {
    screen.resize(40, 3)
    screen.press(.enter, .character("e"), .pageDown)
    #expect(chosen() == "1")
    screen.press(.pageUp, .pageUp)
    #expect(chosen() == "0")
  }
}
