/// A row of cells in a text.
public struct CSVRecord: Hashable, Sendable {
  /// The cells' bytes, without their quotation marks.
  public var cells: [[UInt8]]
  /// The line that the row begins on, from 1.
  public var line: Int
}
