import Formats
import Records

/// Which rows are exported, and how.
public struct ExportOptions: Sendable {
  /// The format; one that can be written.
  public var format = Format.csv
  /// What rows have to match, in the finder's language; an empty text for all.
  public var query = ""
  /// What the rows have in common; nil for all of them.
  public var scope: ListSource.Scope?
  /// The order of the rows.
  public var order = ListOrder.own
  /// The most rows; nil for all of them.
  public var limit: Int?
  /// The rows for which `is:dirty` holds.
  public var dirtyRows: Set<RecordID> = []
  /// The fields that are written, in their order; nil for all of them.
  ///
  /// Formats of books have all that they can say.
  public var columns: [Int]?
  /// Whether the key's columns stand before the fields, unless they are among them.
  public var hasKey = false
  /// Whether cells that a spreadsheet takes for formulas get an apostrophe before them.
  public var isSafeForSpreadsheets = false

  /// Makes options for all rows as CSV.
  public init() {}
}
