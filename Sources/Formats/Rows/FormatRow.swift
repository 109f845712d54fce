import Records

/// A row that was read, in the same shape for every format.
public struct FormatRow: Hashable, Sendable {
  /// The line that it begins on, from 1; 0 where the format has no lines.
  public var line: Int
  /// The names of its cells.
  public var columns: [String]
  /// The cells, as the file has them.
  public var values: [Value]
  /// What the cells say of a book, where the format is one of books.
  public var book: [BookField: String] = [:]
  /// The texts of the cells that the file has as lists, by their places: the parts with semicolons between them.
  public var lists: [Int: String] = [:]
  /// What the file has a column for, where the format is one of a service.
  public var bookColumns: Set<BookField> = []
  /// Each time that the book was read.
  public var readings: [Reading] = []
  /// How far the book was read, and when.
  public var progress: [ProgressEntry] = []
  /// The highlights and notes in the book.
  public var quotes: [BookQuote] = []
  /// To whom the book was lent.
  public var loans: [BookLoan] = []
  /// The shelves that the book is on.
  public var shelves: [String] = []
  /// The service's own name for the book; an empty one is none.
  public var id: String? {
    didSet { if id?.allSatisfy(\.isWhitespace) == true { id = nil } }
  }
  /// The title as the service wrote it from which the book came, for a file that goes back there.
  public var serviceTitle: String?
  /// The bytes of the cells that are not UTF-8, by their places; a picture has such bytes.
  public var rawCells: [Int: [UInt8]] = [:]
  /// The file of the book's cover, relative to the folder of the file.
  public var cover: String?
  /// Whether the book is deleted in the service that the file comes from.
  public var isDeleted = false
  /// What is odd about the row.
  public var problems: [RowProblem] = []
  /// The whole row as JSON, where the file has it so.
  var raw: String?

  /// Makes a row of its cells.
  public init(line: Int, columns: [String], values: [Value]) {
    (self.line, self.columns, self.values) = (line, columns, values)
  }

  /// Makes a row of its cells, with what they say of a book.
  ///
  /// - Parameter isBook: Whether cells that have the name of a field of books are taken for it.
  public init(columns: [String], values: [Value], isBook: Bool) {
    self.init(line: 0, columns: columns, values: values)
    guard isBook else { return }
    for field in BookField.allCases {
      guard let place = columns.firstIndex(where: { $0.lowercased() == field.rawValue }) else { continue }
      book[field] = values[place].plainText.flatMap { $0.isEmpty ? nil : $0 }
    }
  }

  /// The whole row as JSON, byte for byte or cell by cell.
  public var json: String {
    raw ?? JSONValue.object(zip(columns, values).map { ($0, JSONValue($1)) }).text
  }

  /// Whether no cell has more than white space.
  public var isBlank: Bool {
    values.allSatisfy { value in
      switch value {
      case .null: true
      case .text(let text): text.string.allSatisfy(\.isWhitespace)
      default: false
      }
    }
  }

  /// Names the cells in which a character is lost.
  public mutating func noteLostCharacters() {
    for (column, value) in zip(columns, values) {
      if case .text(let text) = value, LostCharacter.isIn(text.bytes) {
        problems.append(.lostCharacter(column: column))
      }
    }
  }

  /// Whether it has fewer cells than the header.
  public var isShort: Bool {
    problems.contains { if case .ragged(let expected, let found) = $0 { found < expected } else { false } }
  }

  /// The text of a cell, or nil if there is none or it is empty.
  public func text(_ column: String) -> String? {
    guard let place = columns.firstIndex(of: column), place < values.count else { return nil }
    return values[place].plainText.flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension Value {
  /// The text of a value that is written out; nil for NULL and bytes.
  public var plainText: String? {
    switch self {
    case .null, .blob: nil
    case .integer(let number): String(number)
    case .real(let number): JSONValue.digits(number)
    case .text(let text): text.string
    }
  }
}
