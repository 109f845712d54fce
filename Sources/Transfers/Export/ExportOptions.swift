import BookStore
import Formats

/// Which rows are exported, and how.
public struct ExportOptions: Sendable {
  /// The format, which must be writable.
  public var format = Format.csv
  /// The rows and their order.
  public var rows = RowQuery()
  /// The fields to write, in this order; nil for all, and ignored by book formats.
  public var columns: [Int]?
  /// Whether the key's columns come before the fields, unless they are among them.
  public var hasKey = false
  /// Whether cells that a spreadsheet takes for formulas get a leading apostrophe.
  public var isSafeForSpreadsheets = false

  /// In an HTML page, the field whose values become headings; rows are sorted by it first.
  public var group: Int?
  /// The title of an HTML page; nil for the name of the rows.
  public var title: String?

  /// The text for a value in text tables and HTML pages, where references become titles; nil writes values exactly.
  public var display: (@Sendable (Value, Field) -> String)?

  /// Creates options for all rows as CSV.
  public init() {}
}
