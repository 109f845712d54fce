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

  /// The words of the lines, without those of a frame.
  private func lines(_ stack: ScreenStack) -> [[Substring]] {
    stack.text.split(separator: "\n").map { $0.replacing("│", with: " ").split(separator: " ") }
  }

  @Test("an empty list says how to add a row only where one can be added", arguments: [80, 120])
  func emptyList(_ columns: Int) {
    for (schema, isReadOnly, sentence) in [
      (LongTextTests.schema, false, "No possessions yet. Press + to add one, or type :import."),
      (LongTextTests.schema, true, "No possessions."), (Self.view, false, "No possessions."),
    ] {
      var screen = StackBuilder([], Size(columns, 24), isReadOnly: isReadOnly, schema: schema)
      #expect(lines(screen.stack).contains(sentence.split(separator: " ")))
      screen.stack.isSplit = true
      screen.press("↓")
      #expect(lines(screen.stack).contains { $0.starts(with: sentence.split(separator: " ")) })
    }
  }

  @Test("a text that is cut says how to see the rest only where Enter does something", arguments: [80, 140])
  func cutText(_ columns: Int) {
    let head = LargeValue(isText: true, byteCount: 10 << 20, head: Array("Once upon a ti".utf8))
    let record = RecordSnapshot("Bicycle", head: head, of: LongTextTests.schema)
    for (schema, isReadOnly, note) in [
      (LongTextTests.schema, false, "… 10 MB in all; the form shows the rest"),
      (LongTextTests.schema, true, "… 10 MB in all"), (Self.view, false, "… 10 MB in all"),
    ] {
      var stack = ScreenStack.detail(record, schema, Size(columns, 24), isReadOnly: isReadOnly)
      stack.isSplit = columns > 80
      #expect(lines(stack).map { Array($0.drop { $0 != "…" }) }.contains(note.split(separator: " ")))
    }
  }

  @Test("Where nothing in the database can be changed the bars say so, and offer no new row") func bars() {
    for isReadOnly in [false, true] {
      var screen = StackBuilder(StackBuilder.sample, isReadOnly: isReadOnly)
      for mode in [Mode.list, .detail] {
        #expect(screen.mode == mode)
        #expect(screen.lines[0].contains("read-only") == isReadOnly)
        #expect(screen.lines[0].contains("Edit") == !isReadOnly)
        #expect(screen.lines[0].contains("+") == (!isReadOnly && mode == .list))
        screen.press("⏎")
      }
    }
  }
}
