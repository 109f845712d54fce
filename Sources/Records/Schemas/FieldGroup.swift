package enum FieldGroup: String, CaseIterable, Hashable, Sendable {
  case head = ""
  case reading = "Reading"
  case edition = "Edition"
  case loan = "Loan"
  case notes = "Notes"

  private var columns: [String] {
    switch self {
    case .head: ["title", "subtitle", "author", "contributors", "series", "series_number"]
    case .reading: ["status", "rating", "review"]
    case .edition:
      ["copyright", "isbn", "publisher", "published", "first_published", "language", "pages", "format"]
    case .loan: ["lent_to", "lent_on"]
    case .notes: ["owned", "location", "tags", "notes", "added", "cover"]
    }
  }

  private static let shortTexts: Set = ["series", "publisher", "language", "format", "location", "lent_to"]

  static func place(of column: String) -> (group: FieldGroup, place: Int) {
    let column = column.lowercased()
    for group in allCases {
      if let place = group.columns.firstIndex(of: column) { return (group, place) }
    }
    return (.notes, .max)
  }

  /// Whether a book's field always shares a line with another.
  package static func isShort(_ field: Field) -> Bool {
    switch field.kind {
    case .longText, .list, .url, .photo, .blob: false
    case .text: shortTexts.contains(field.column.lowercased())
    default: true
    }
  }
}
