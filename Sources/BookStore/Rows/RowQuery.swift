import Queries
import Records
import SQLite

/// A selection of rows: condition, order and limit.
///
/// A typed query is parsed once, into this value. Commands and screens both select rows with it.
public struct RowQuery: Sendable {
  /// The condition; an empty query finds all rows.
  public var query = Query("")
  /// The values that all of the rows share; nil for the whole table.
  public var scope: ListSource.Scope?
  /// The order of the rows.
  public var order = ListOrder.own
  /// The maximum number of rows; nil for no limit.
  public var limit: Int?
  /// The rows that `is:dirty` finds.
  public var dirtyRows: Set<RecordID> = []
  /// The rows that `is:marked` finds.
  public var markedRows = RowSet.none

  package var fields: [Int] {
    var fields = order.fields
    query.condition?.forEachLeaf { if case .field(let index, _) = $0 { fields.append(index) } }
    return fields
  }

  /// Creates a query for all rows.
  public init() {}
}
