import Queries
import Records

/// Which rows of a table are meant, in which order, and how many of them at most.
///
/// A typed query is parsed once, into this value. Commands and screens both select rows with it.
public struct RowQuery: Sendable {
  /// The condition that the rows meet; an empty query finds all of them.
  public var query = Query("")
  /// The values that all of the rows share; nil for the whole table.
  public var scope: ListSource.Scope?
  /// The order of the rows.
  public var order = ListOrder.own
  /// The largest number of rows; nil for no limit.
  public var limit: Int?
  /// The rows for which `is:dirty` holds.
  public var dirtyRows: Set<RecordID> = []
  /// The rows for which `is:marked` holds.
  public var markedRows = RowSet.none

  /// The fields that the condition and the order need, by their indices.
  package var fields: [Int] {
    var fields = order.fields
    query.condition?.forEachLeaf { if case .field(let index, _) = $0 { fields.append(index) } }
    return fields
  }

  /// Creates a query for all rows.
  public init() {}
}
