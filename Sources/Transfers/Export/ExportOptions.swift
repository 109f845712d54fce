import BookStore
import Formats
import Records

/// Which rows are exported, and how.
public struct ExportOptions: Sendable {
  /// The format; one that can be written.
  public var format = Format.csv
  /// Which rows, and in which order.
  public var rows = RowQuery()
  /// The fields that are written, in their order; nil for all of them.
  ///
  /// Formats of books have all that they can say.
  public var columns: [Int]?
  /// Whether the key's columns stand before the fields, unless they are among them.
  public var hasKey = false
  /// Whether cells that a spreadsheet takes for formulas get an apostrophe before them.
  public var isSafeForSpreadsheets = false

  /// In a page, the field whose values get headings; rows are sorted by it first.
  public var group: Int?

  /// How people read the value of a field, in tables of text and in pages for people.
  ///
  /// References are then shown by their titles, and columns by their labels. Nil writes every value exactly; NULL and other
  /// formats are not affected.
  public var display: (@Sendable (Value, Field) -> String)?

  /// Makes options for all rows as CSV.
  public init() {}
}
