/// A screenful of cells as a value.
///
/// Whatever is written, three things hold: each row's widths add up to the columns, no cell holds a control
/// character, and a wide character is never halved: writing over one half blanks the other.
public struct Frame: Hashable, Sendable {
  /// The size in cells.
  public let size: Size

  /// The cells, row by row from the top left; `size.columns * size.rows` of them.
  public private(set) var cells: [Cell]

  /// Where the terminal's cursor is shown, or nil where it is hidden.
  public var cursor: Position?

  /// Makes a frame of blanks.
  public init(size: Size) {
    self.size = size
    cells = Array(repeating: .blank(.content), count: size.columns * size.rows)
  }

  /// The cell at a place.
  ///
  /// - Precondition: The place is inside the frame.
  public subscript(column: Int, row: Int) -> Cell { cells[row * size.columns + column] }
}
