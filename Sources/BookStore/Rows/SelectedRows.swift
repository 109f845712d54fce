import Records
import SQLite

/// The rows that a query has found, in order.
public struct SelectedRows: OrderedRows {
  private let ids: [RecordID]
  private let places: [RecordID: Int]

  /// Finds the rows of a query.
  ///
  /// - Complexity: O(*n*) in the rows.
  public init(of rows: RowSelection) throws(StoreError) {
    ids = try rows.ids()
    places = Dictionary(ids.enumerated().map { ($1, $0) }) { first, _ in first }
  }

  /// How many rows there are.
  public var rowCount: Int { ids.count }

  /// The rows in a range.
  public func ids(in places: Range<Int>) -> [RecordID]? { Array(ids[places.clamped(to: ids.indices)]) }

  /// The index of a row; nil if the query has not found it.
  public func place(of id: RecordID) -> Int? { places[id] }
}
