import Cells
import Records
import Screens
import Testing

/// Where nothing can be changed no sentence names a key that would do nothing.
@Suite struct ReadOnlyTests {
  private static let view = {
    var view = LongTextTests.schema
    view.isReadOnly = true
    return view
  }()

  /// The lines of a frame without the blanks around them.
  private func lines(_ stack: ScreenStack) -> [[Substring]] {
    stack.frame().textPlane.split(separator: "\n").map { $0.split(separator: " ") }
  }

  @Test(
    "an empty list says how to add a row only where one can be added", arguments: [80, 120])
  func emptyList(_ columns: Int) {
    for (schema, isReadOnly, sentence) in [
      (LongTextTests.schema, false, "No possessions yet. Press + to add one."),
      (LongTextTests.schema, true, "No possessions."), (Self.view, false, "No possessions."),
    ] {
      var screen = StackBuilder([], columns: columns, isReadOnly: isReadOnly, schema: schema)
      #expect(lines(screen.stack).contains(sentence.split(separator: " ")))
      screen.stack.isSplit = true
      screen.press(.down)
      #expect(lines(screen.stack).contains { $0.starts(with: sentence.split(separator: " ")) })
    }
  }

  @Test("a text that is cut says how to see the rest only where Enter does something", arguments: [80, 120])
  func cutText(_ columns: Int) {
    let head = LargeValue(isText: true, byteCount: 10 << 20, head: Array("Once upon a ti".utf8))
    let record = RecordSnapshot(
      id: .rowid(1), values: ["Bicycle", .null, .null, .null], large: [LargeField(index: 1, value: head)],
      state: .hydrated)
    for (schema, isReadOnly, note) in [
      (LongTextTests.schema, false, "… 10 MB in all; Enter, while editing, shows the rest"),
      (LongTextTests.schema, true, "… 10 MB in all"), (Self.view, false, "… 10 MB in all"),
    ] {
      let size = Size(columns: columns, rows: 24)
      var stack = ScreenStack(schema: schema, size: size, isReadOnly: isReadOnly)
      stack.isSplit = columns > 80
      stack.receive(.linked(record, schema))
      let lines = lines(stack).map { Array($0.drop { $0 != "…" }) }
      #expect(lines.contains(note.split(separator: " ")))
    }
  }
}
