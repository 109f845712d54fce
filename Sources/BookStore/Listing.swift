import Records

/// One order over a table: how many rows, which rows at positions a..<b, where is this one.
public final class Listing {
  /// The number of rows as far as it is known.
  public private(set) var count: RowCount = .atLeast(0)

  /// One row of a listing, as the database had it when it was read.
  public struct Entry: Hashable, Sendable {
    /// The row's name.
    public var id: RecordID
    /// The title field's value.
    public var title: Value
  }

  init() {}

  /// The rows at the given positions, fewer where the listing ends before.
  public func rows(in positions: Range<Int>) throws(StoreError) -> [Entry] { fatalError("not yet") }

  /// The position of a row, or nil if the table does not have it.
  public func position(of id: RecordID) throws(StoreError) -> Int? { fatalError("not yet") }

  /// Counts the rows, which takes as long as SQLite needs to walk over all of them.
  @discardableResult
  public func resolveCount() throws(StoreError) -> Int { fatalError("not yet") }

  /// Forgets everything that was read.
  public func invalidate() { fatalError("not yet") }
}
