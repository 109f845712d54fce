import Formats
import Records

/// The fields that a table lacks for a file.
extension ImportLosses {
  /// The additions that give each lost value a place.
  ///
  /// Fields of books are defined as in the template of readers, other columns as texts. Readings, shelves,
  /// quotes, progress and loans need tables, and are not among them.
  public var additions: [FieldChange] {
    losses.compactMap { loss in
      if ImportLosses.ofTables.contains(loss.name) { return nil }
      let field = BookField(rawValue: loss.name.replacing(" ", with: "_"))
      return .addition(column: field?.rawValue ?? loss.name, definition: field?.definition ?? "TEXT")
    }
  }

  /// What is lost if a library has no tables of readings, shelves, quotes, progress and loans.
  public static let ofTables = ["dates of reading", "shelves", "quotes", "progress", "past loans"]
}

extension BookField {
  /// The declared type of the field's column in the template of readers.
  fileprivate var definition: String {
    switch self {
    case .isbn: "ISBN TEXT"
    case .contributors, .tags: "LIST TEXT"
    case .published, .firstPublished: "PARTIAL DATE TEXT"
    case .pages: "INTEGER"
    case .rating: "RATING REAL"
    case .owned: "BOOLEAN"
    case .seriesNumber: "DECIMAL"
    case .review, .notes: "LONGTEXT"
    case .lentOn, .added: "DATE TEXT"
    default: "TEXT"
    }
  }
}
