import Records

/// A row from a file, in the same shape for every format.
package struct FormatRow: Hashable, Sendable {
  /// The line where the row begins, from 1; 0 if the format has no lines.
  package var line: Int
  package var columns: [String]
  /// The cells as in the file.
  package var values: [Value]
  /// The cells' data about a book, if the format is for books.
  package var book: [BookField: String] = [:]
  /// The texts of cells that are lists in the file, by cell index, with semicolons between the items.
  package var lists: [Int: String] = [:]
  /// The fields that the file has columns for, if it comes from a service.
  package var bookColumns: Set<BookField> = []
  package var readings: [Reading] = []
  package var progress: [ProgressEntry] = []
  package var quotes: [BookQuote] = []
  package var loans: [BookLoan] = []
  package var shelves: [String] = []
  /// The service's ID of the book; never empty.
  package var id: String? {
    didSet { if id?.allSatisfy(\.isWhitespace) == true { id = nil } }
  }
  /// The title as written by the service, for export to the same service.
  package var serviceTitle: String?
  /// The bytes of the cells that are not UTF-8, by cell index; pictures have such bytes.
  package var rawCells: [Int: [UInt8]] = [:]
  /// The path of the book's cover, relative to the folder of the file.
  package var cover: String?
  package var isDeleted = false
  package var problems: [RowProblem] = []
  var raw: String?

  package init(line: Int, columns: [String], values: [Value]) {
    (self.line, self.columns, self.values) = (line, columns, values)
  }

  /// Creates a row; with `isBook`, cells named like fields of books are used for these.
  package init(columns: [String], values: [Value], isBook: Bool) {
    self.init(line: 0, columns: columns, values: values)
    guard isBook else { return }
    for field in BookField.allCases {
      guard let place = columns.firstIndex(where: { $0.lowercased() == field.rawValue }) else { continue }
      book[field] = values[place].plainText.flatMap { $0.isEmpty ? nil : $0 }
    }
  }

  /// The whole row as JSON, either as in the file or built from its cells.
  package var json: String { raw ?? JSONValue.object(zip(columns, values).map { ($0, JSONValue($1)) }).text }

  /// Whether all cells are empty or white space.
  package var isBlank: Bool {
    values.allSatisfy { value in
      switch value {
      case .null: true
      case .text(let text): text.string.allSatisfy(\.isWhitespace)
      default: false
      }
    }
  }

  /// Reports the cells with lost characters.
  package mutating func noteLostCharacters() {
    for (column, value) in zip(columns, values) {
      if case .text(let text) = value, LostCharacter.isIn(text.bytes) {
        problems.append(.lostCharacter(column: column))
      }
    }
  }

  /// Whether the row has fewer cells than the header.
  package var isShort: Bool {
    problems.contains { if case .ragged(let expected, let found) = $0 { found < expected } else { false } }
  }

  /// The text of a cell; nil if it is missing or empty.
  package func text(_ column: String) -> String? {
    guard let place = columns.firstIndex(of: column), place < values.count else { return nil }
    return values[place].plainText.flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension Value {
  /// The text of a value for export; nil for NULL and bytes.
  package var plainText: String? {
    switch self {
    case .null, .blob: nil
    case .integer(let number): String(number)
    case .real(let number): JSONValue.digits(number)
    case .text(let text): text.string
    }
  }
}
