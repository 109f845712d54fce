/// The size of a terminal or a frame in cells.
public struct Size: Hashable, Sendable {
  /// The number of columns, at least 0.
  public var columns: Int
  /// The number of rows, at least 0.
  public var rows: Int

  /// Creates a size; negative numbers count as 0.
  public init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }
}
