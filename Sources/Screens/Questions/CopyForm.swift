/// The form in which rows are copied.
public enum CopyForm: String, CaseIterable, Hashable, Sendable {
  /// The title alone.
  case title
  /// Cells separated by tabs, for spreadsheets.
  case tsv
  /// Cells separated by commas.
  case csv
  /// JSON objects.
  case json
  /// A table in Markdown.
  case markdown
  /// BibTeX entries, for a table of books.
  case bibtex
  /// An SQL statement that inserts the row.
  case insert
}
