import Cells
import Records
import Screens
import Testing

/// A record of more fields than a screen shows.
@Suite struct ManyFieldsTests {
  private static func wide(_ count: Int, _ size: Size, _ keys: String = "", empty: [Int: Value] = [:])
    -> StackBuilder
  {
    let values = (0..<count).map { empty[$0] ?? .text(Text("value \($0)")) }
    let fields = (0..<count).map { Field("Label \($0)", .text) }
    return StackBuilder([values], size, keys, schema: Schema(of: "row", fields))
  }

  /// Twenty fields, which stand side by side.
  static func twenty(_ keys: String) -> StackBuilder { wide(20, .usual, keys) }

  /// The number of the field that Enter edits.
  private func chosen(_ screen: inout StackBuilder) -> String? {
    screen.press("⏎")
    defer { screen.press("⎋") }
    guard let row = screen.stack.frame().cursor?.row else { return nil }
    let words = screen.lines[max(0, row - 1)...row].joined(separator: " ").split(separator: " ")
    return words.last { Int($0) != nil }.map(String.init)
  }

  @Test(
    "Pages choose the field that far away, and a page is at least one field",
    arguments: [("+", Size(39, 23), ["10", "0", "39"]), ("⏎e", Size(39, 23), ["10", "0", "39"])]
      + [("⏎e", Size(39, 3), ["1", "0", "39"])])
  func pages(_ way: String, _ size: Size, _ expected: [String]) {
    // Forty fields of two lines each; 20 lines are in sight.
    var screen = Self.wide(40, size, way)
    #expect(chosen(&screen) == "0")
    for (keys, field) in zip(["⇟", "⇞", "⇲⇟"], expected) {
      screen.press(keys)
      #expect(chosen(&screen) == field, "\(keys)")
    }
  }

  @Test("Twenty short fields stand side by side, each in sight on 24 rows") func sideBySide() {
    var screen = Self.twenty("⏎")
    #expect(
      screen.lines.contains { $0.contains("Label 2") && $0.contains("value 2") && $0.contains("value 1") })
    for field in 2..<20 { screen.shows("Label \(field) ") }
    screen.press("e↓→!⏎", asks: .set(.rowid(1), field: 3, "value 3!"))
    screen.press("←↓!⏎", asks: .set(.rowid(1), field: 4, "value 4!"))
  }

  @Test("In a pane, and in a short form, each field has one line with its label") func oneLine() {
    for (count, size) in [(20, Size(42, 24)), (3, Size(200, 24))] {
      let lines = Self.wide(count, size, "⏎e").lines.filter { $0.contains("Label") }
      #expect(lines.count == count)
      for (field, line) in lines.enumerated() {
        #expect(line.contains("Label \(field) ") && line.contains("value \(field) "), "\(line)")
      }
    }
  }

  @Test("Empty fields are folded away, counted, and shown again; NULL does not look like an empty text")
  func folding() {
    var screen = Self.wide(20, .usual, "⏎", empty: [4: .null, 5: ""])
    screen.shows("2 empty fields", "Label 6 ", hides: "Label 4 ", "Label 5 ")
    screen.press("e", shows: "Label 4 ")
    screen.press("⎋z", asks: .foldFields(screen.schema.id, false))
    screen.receive(.folded(screen.schema.id, false))
    screen.shows("Label 5 ", "–", "\"\"", hides: "empty fields")
  }
}
