import Records

/// Rows found by a thread, in table order; rowids are in a temporary file.
public struct FoundRows: Sendable {
  private let table: RankTable

  init(_ table: RankTable) { self.table = table }

  /// The number of rows.
  public var count: Int { table.count }

  /// The keys of the rows at some positions.
  public func ids(in places: Range<Int>) -> [RecordID] { table.ids(in: places) }
}
