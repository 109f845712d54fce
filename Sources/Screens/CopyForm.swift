/// The form in which rows are copied.
public enum CopyForm: String, CaseIterable, Hashable, Sendable {
  /// The title alone.
  case title
  /// Cells parted by tabs, which spreadsheets take.
  case tsv
  /// Cells separated by commas.
  case csv
  /// JSON objects.
  case json
  /// A table in Markdown.
  case markdown
  /// Entries of BibTeX, for a table of books.
  case bibtex
  /// A statement of SQL that inserts the row.
  case insert
}
