/// What names a table or view of one open database: its place among them, which lasts as long as the database is open.
public struct TableID: Hashable, Comparable, Sendable {
  /// The place, counted from zero.
  public var index: UInt16

  /// Makes the name of the table at a place.
  public init(_ index: Int) {
    self.index = UInt16(clamping: index)
  }

  /// The first table.
  public static let first = TableID(0)

  /// Tables are ordered by their places.
  public static func < (left: TableID, right: TableID) -> Bool { left.index < right.index }
}
