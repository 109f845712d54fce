import Testing

@testable import Cells

@Suite struct FrameTests {
  @Test("A text that does not fit ends with an ellipsis")
  func cut() {
    var frame = Frame(size: Size(columns: 10, rows: 1))
    #expect(frame.write("War and Peace", at: Position(column: 1, row: 0), width: 6, role: .title) == 6)
    #expect(frame.textPlane == " War a…   ")
    #expect(frame.rolePlane == ".TTTTTT...")
  }
}
