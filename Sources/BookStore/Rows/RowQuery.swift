import Queries
import Records

/// Which rows of a table are meant, in which order, and how many of them at most.
///
/// What a person types is parsed once, into this. Commands and screens select rows by it.
public struct RowQuery: Sendable {
  /// What the rows have to match; an empty query for all.
  public var query = Query("")
  /// What the rows have in common; nil for all of them.
  public var scope: ListSource.Scope?
  /// The order of the rows.
  public var order = ListOrder.own
  /// The most rows; nil for all of them.
  public var limit: Int?
  /// The rows for which `is:dirty` holds.
  public var dirtyRows: Set<RecordID> = []

  /// Creates a query for all rows.
  public init() {}
}
