import Cells
import Records
import Screens
import Testing

/// A record of more fields than a screen shows.
@Suite struct ManyFieldsTests {
  /// Forty fields of two lines each; 20 lines are in sight.
  private var screen = StackBuilder(
    [(0..<40).map { .text(Text("value \($0)")) }], columns: 59, rows: 23,
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

  @Test("Twenty short fields stand side by side, each in sight on 24 rows")
  mutating func sideBySide() {
    screen = Self.twenty(.known)
    screen.press(.enter)
    let lines = screen.stack.frame().textPlane.split(separator: "\n")
    #expect(lines.contains { $0.contains("Label 0") && $0.contains("value 0") && $0.contains("value 1") })
    for field in 0..<20 { #expect(lines.contains { $0.contains("Label \(field) ") }) }
    screen.press(.character("e"), .down, .right)
    screen.type("!")
    screen.press(.enter)
    #expect(screen.books[0].values[3] == "value 3!")
    screen.press(.left, .down)
    screen.type("!")
    screen.press(.enter)
    #expect(screen.books[0].values[4] == "value 4!")
  }

  @Test("Empty fields are folded away, counted, and shown again; NULL does not look like an empty text")
  mutating func folding() {
    screen = Self.twenty(.empty)
    screen.press(.enter)
    func text() -> String { screen.stack.frame().textPlane }
    #expect(text().contains("2 empty fields"))
    #expect(!text().contains("Label 4 ") && !text().contains("Label 5 ") && text().contains("Label 6 "))
    screen.press(.character("e"))
    #expect(text().contains("Label 4 "))
    screen.press(.escape, .character("z"))
    #expect(text().contains("Label 5 ") && !text().contains("empty fields"))
    #expect(text().contains("–") && text().contains("\"\""))
  }

  enum Filling { case known, empty }

  static func twenty(_ filling: Filling) -> StackBuilder {
    var values = (0..<20).map { Value.text(Text("value \($0)")) }
    if filling == .empty { (values[4], values[5]) = (.null, "") }
    return StackBuilder(
      [values], columns: 80, rows: 24,
      schema: Schema(
        table: "wide", key: .rowid(column: "id"),
        fields: (0..<20).map { Field(column: "c\($0)", label: "Label \($0)", kind: .text) }, titleIndex: 0,
        singular: "row", plural: "rows"))
  }
}
