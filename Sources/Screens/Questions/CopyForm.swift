/// The format in which rows are copied.
public enum CopyForm: String, CaseIterable, Hashable, Sendable {
  case title
  /// Cells separated by tabs, for spreadsheets.
  case tsv
  case csv
  case json
  case markdown
  case bibtex
  case insert
}
