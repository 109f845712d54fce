/// Identifies a table or view of an open database by its position; valid as long as the database is open.
public struct TableID: Hashable, Comparable, Sendable {
  /// The position, from zero.
  public var index: UInt16

  /// Creates the ID of the table at a position.
  public init(_ index: Int) { self.index = UInt16(clamping: index) }

  /// The first table.
  public static let first = TableID(0)

  /// Orders tables by position.
  public static func < (left: TableID, right: TableID) -> Bool { left.index < right.index }
}
