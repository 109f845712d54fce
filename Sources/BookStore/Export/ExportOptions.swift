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
  /// Whether cells that a spreadsheet takes for formulas get an apostrophe before them.
  public var isSafeForSpreadsheets = false

  /// Makes options for all rows as CSV.
  public init() {}
}
