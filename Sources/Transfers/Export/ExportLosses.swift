import Formats
import Records

/// Data about books that a format cannot hold.
public struct ExportLosses: Hashable, Sendable {
  /// A part of a book.
  public enum Part: Hashable, Sendable {
    case field(Int)
    case readings
    case shelves
  }

  /// The number of books that lose each part.
  public private(set) var counts: [Part: Int] = [:]

  /// Creates losses of no books.
  public init() {}

  /// Compares a book with its round trip through the format.
  package mutating func note(_ row: FormatRow, _ schema: Schema, readBack: FormatRow, hasNotes: Bool) {
    for (place, value) in row.values.enumerated().prefix(schema.fields.count)
    where !value.writtenBytes.isEmpty {
      let field = schema.fields[place]
      let name = BookField.allCases.first { $0.rawValue == field.column.lowercased() }
      if !Self.isSame(value, name.flatMap { readBack.book[$0] }, field) {
        counts[.field(place), default: 0] += 1
      }
    }
    if hasNotes || row.readings != readBack.readings { counts[.readings, default: 0] += 1 }
    if row.shelves != readBack.shelves { counts[.shelves, default: 0] += 1 }
  }

  package mutating func noteLeftOut(_ field: Int) { counts[.field(field), default: 0] += 1 }

  private static func isSame(_ value: Value, _ text: String?, _ field: Field) -> Bool {
    guard let text, let own = value.plainText else { return false }
    if text.utf8.elementsEqual(value.writtenBytes) { return true }
    switch field.kind {
    case .isbn: return ISBNText.thirteen(own).map { $0 == ISBNText.thirteen(text) } ?? false
    case .list: return ListText.parts(of: own) == ListText.parts(of: text)
    default: return Double(own).map { $0 == Double(text) } ?? false
    }
  }
}

extension Value {
  var writtenBytes: [UInt8] {
    switch self {
    case .text(let text): text.bytes
    case .blob(let bytes): bytes
    default: Array((plainText ?? "").utf8)
    }
  }
}
