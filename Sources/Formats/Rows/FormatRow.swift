import Records

package struct FormatRow: Hashable, Sendable {
  /// The line where the row begins, from 1; 0 if the format has no lines.
  package var line: Int
  package var columns: [String]
  package var values: [Value]
  package var book: [BookField: String] = [:]
  /// Cells that are lists in the file, by cell index, with semicolons between the items.
  package var lists: [Int: String] = [:]
  /// The fields for which a service's file has columns.
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
  /// The service's spelling of the title, for export to the same service.
  package var serviceTitle: String?
  /// The cells that are not UTF-8, such as pictures, by cell index.
  package var rawCells: [Int: [UInt8]] = [:]
  /// The path of the cover, relative to the file's folder.
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
      book[field] = values[place].plainText?.nonEmpty
    }
  }

  /// The row as JSON, unchanged if the file is JSON.
  package var json: String { raw ?? JSONValue.object(zip(columns, values).map { ($0, JSONValue($1)) }).text }

  package var isBlank: Bool {
    values.allSatisfy { value in
      switch value {
      case .null: true
      case .text(let text): text.string.allSatisfy(\.isWhitespace)
      default: false
      }
    }
  }

  package mutating func noteLostCharacters() {
    for (column, value) in zip(columns, values) {
      if case .text(let text) = value, LostCharacter.isIn(text.bytes) {
        problems.append(.lostCharacter(column: column))
      }
    }
  }

  /// Reports unreadable columns of a field, and columns with several ISBNs, of which only the first is used.
  mutating func noteUnread(_ field: BookField, _ columns: String...) {
    for column in columns {
      guard let text = text(column) else { continue }
      if book[field] == nil {
        problems.append(.unread(column: column))
      } else if field == .isbn, ISBNText.all(in: text).count > 1 {
        problems.append(.partlyRead(column: column, text: text))
      }
    }
  }

  package var isShort: Bool {
    problems.contains { if case .ragged(let expected, let found) = $0 { found < expected } else { false } }
  }

  /// Nil if the cell is missing or empty.
  package func text(_ column: String) -> String? {
    guard let place = columns.firstIndex(of: column), place < values.count else { return nil }
    return values[place].plainText?.nonEmpty
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

/// A reading of a book; the dates are ISO 8601 and may lack the day or the month.
package struct Reading: Hashable, Sendable {
  package var started: String?
  package var finished: String?
  package var stopped: String?

  package init(started: String? = nil, finished: String? = nil, stopped: String? = nil) {
    (self.started, self.finished, self.stopped) = (started, finished, stopped)
  }

  package var isUndated: Bool { started == nil && finished == nil && stopped == nil }
}

package struct ProgressEntry: Hashable, Sendable {
  /// The last moment, in ISO 8601 with the offset from UTC.
  package var at: String
  /// The first and last moment in seconds since 1970-01-01 UTC; a stored moment between them is the same entry.
  package var moments: ClosedRange<Int64>
  package var page: Int?
  package var percent: Double?
  package var minutes: Int?

  package var day: String { String(at.prefix(10)) }
}

package struct BookQuote: Hashable, Sendable {
  package var text: String
  package var note: String?
  /// A page, a location or a chapter.
  package var place: String?
  /// The moment, in ISO 8601.
  package var at: String?

  package init(text: String, note: String? = nil, place: String? = nil, at: String? = nil) {
    (self.text, self.note, self.place, self.at) = (text, note, place, at)
  }
}

/// A loan of the user's book; the dates are ISO 8601 and may lack the day or the month.
package struct BookLoan: Hashable, Sendable {
  package var person: String
  package var lentOn: String?
  /// Nil if the book has not been returned.
  package var backOn: String?

  package init(person: String, lentOn: String? = nil, backOn: String? = nil) {
    (self.person, self.lentOn, self.backOn) = (person, lentOn, backOn)
  }
}

protocol RowReader {
  mutating func rows(of bytes: [UInt8], isLast: Bool) throws(FormatError) -> [FormatRow]
}
