import Records

/// Rows that a thread has found, in the order of the table; those with a rowid lie in a temporary file.
public struct FoundRows: Sendable {
  private let table: RankTable

  init(_ table: RankTable) { self.table = table }

  /// How many there are.
  public var count: Int { table.count }

  /// The names of the rows at some places.
  public func ids(in places: Range<Int>) -> [RecordID] { table.ids(in: places) }
}
