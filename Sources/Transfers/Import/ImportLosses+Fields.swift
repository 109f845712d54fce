import Formats
import Records

extension ImportLosses {
  /// The new fields that give each lost value a place.
  ///
  /// Book fields are defined as in the template of readers, other columns as text. Readings, shelves, quotes, progress and
  /// loans need tables, so they are left out.
  public var additions: [FieldChange] {
    losses.compactMap { loss in
      if ImportLosses.ofTables.contains(loss.name) { return nil }
      let field = BookField(rawValue: loss.name.replacing(" ", with: "_"))
      return .addition(column: field?.rawValue ?? loss.name, definition: field?.definition ?? "TEXT")
    }
  }

  /// What a library loses without tables of readings, shelves, quotes, progress and loans.
  public static let ofTables = ["dates of reading", "shelves", "quotes", "progress", "past loans"]
}

extension BookField {
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
