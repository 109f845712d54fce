/// A position in a frame, counted from 0 at the top left.
public struct Position: Hashable, Sendable {
  /// The column.
  public var column: Int
  /// The row.
  public var row: Int

  /// Creates a position.
  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}
