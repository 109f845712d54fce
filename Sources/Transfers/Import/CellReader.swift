import Formats
import Queries
import Records

struct CellReader {
  let index: Int
  let field: Field
  let column: String
  let isExact: Bool
  /// Whether an empty cell of a new row means NULL, and not a default such as today.
  let isNullByDefault: Bool
  let bookField: BookField?
  var order: DayOrder?

  typealias Reading = (value: Value?, problem: RowProblem?)

  func read(_ cell: Value) -> Reading {
    if cell.isNull || cell == .text("") { return (nil, nil) }
    if isExact { return (cell.stored(in: field.affinity), nil) }
    let text = cell.plainText
    // The address or file name of a picture is not the picture.
    if let text, field.kind == .photo, !cell.isBytes { return (nil, .unfit(column: column, text: text)) }
    if let text, text.allSatisfy(\.isWhitespace), !field.kind.isText { return (nil, nil) }
    if let text, !field.kind.choices.isEmpty { return choice(text) }
    guard let value = ImportedForm(field, order).value(of: cell) ?? text.flatMap(pages) else {
      return (nil, text.flatMap(unclear) ?? .unfit(column: column, text: text ?? ""))
    }
    return (text.flatMap { day(of: value, $0) } ?? value, text.flatMap(doubt))
  }

  private func choice(_ word: String) -> Reading {
    func named(_ word: String) -> String? {
      field.kind.choices.first { $0.lowercased() == word.lowercased() }
    }
    let choice = named(word) ?? (bookField == .status ? StatusText.status(word).flatMap(named) : nil)
    if let choice { return (Value.text(Text(choice)).stored(in: field.affinity), nil) }
    // The database refuses the row and says why.
    if field.isRequired { return (Value.text(Text(word)).stored(in: field.affinity), nil) }
    return (nil, .unknownWord(word, column: column, choices: field.kind.choices))
  }

  /// Reads `320 p.` in a table of books.
  private func pages(_ text: String) -> Value? {
    guard bookField == .pages, field.kind == .integer else { return nil }
    return PageText.read(text).flatMap { ImportedForm(field, nil).value(of: .text(Text($0))) }
  }

  /// Books are added or lent on a day, whatever the time and zone.
  private func day(of value: Value, _ text: String) -> Value? {
    guard bookField == .added || bookField == .lentOn, case .date(.isoText) = field.kind else { return nil }
    return field.date(of: value).map { .text(Text($0.description)) }
  }

  private func unclear(_ text: String) -> RowProblem? {
    switch field.kind {
    case .date, .dateTime, .partialDate:
      PartialDateText.isUnclear(text) ? .unclearDate(column: column, text: text) : nil
    default: nil
    }
  }

  private func doubt(_ text: String) -> RowProblem? {
    switch field.kind {
    case .isbn where ISBNText.checked(text) == nil && ISBNText.all(in: text).count > 1:
      .partlyRead(column: column, text: text)
    case .date, .dateTime, .partialDate:
      // An order inferred from the beginning of the file can be wrong.
      order.flatMap { order in
        DayOrder(certain: text).flatMap { $0 == order ? nil : .otherOrder(column: column, text: text) }
      }
    default: nil
    }
  }

  /// Texts that SQLite converts to the same values as `read`.
  enum Plain {
    case none, all, wholeNumbers, numbers, days, isbns
  }

  var plain: Plain {
    if isExact || field.kind == .blob { return .all }
    let holdsTexts = field.affinity == .text || field.affinity == .blob
    switch field.kind {
    case .text, .longText, .list: return holdsTexts ? .all : .numbers
    case .integer: return holdsTexts ? .none : .wholeNumbers
    case .decimal, .real: return holdsTexts ? .none : .numbers
    case .partialDate, .date(.isoText): return .days
    case .isbn: return holdsTexts ? .isbns : .none
    default: return .none
    }
  }
}

/// Reads cells, and remembers the results of short texts by column: most columns have few distinct values.
final class CellReadings {
  private let readers: [CellReader?]
  private var known: [[Text: CellReader.Reading]]
  private static let (limit, longest) = (2_048, 64)

  init(_ readers: [CellReader?]) {
    self.readers = readers
    known = readers.map { _ in [:] }
  }

  /// Reads a cell of a block.
  func reading(of cell: ArraySlice<UInt8>, at place: Int) -> CellReader.Reading {
    let text = Text(bytes: Array(cell))
    return reading(of: text, at: place) { EncodedBytes.value(of: text.bytes) ?? .text(text) }
  }

  func reading(of cell: Value, at place: Int) -> CellReader.Reading {
    guard case .text(let text) = cell else { return readers[place]?.read(cell) ?? (nil, nil) }
    return reading(of: text, at: place) { cell }
  }

  private func reading(of text: Text, at place: Int, _ value: () -> Value) -> CellReader.Reading {
    if let reading = known[place][text] { return reading }
    let reading = readers[place]?.read(value()) ?? (nil, nil)
    if text.bytes.count <= Self.longest, known[place].count < Self.limit { known[place][text] = reading }
    return reading
  }
}

extension CellReader.Plain {
  func has(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    switch self {
    case .none: false
    // Encoded bytes are not what they look like.
    case .all: !EncodedBytes.mayBe(bytes[range])
    case .wholeNumbers: Self.isNumber(bytes, range, points: 0)
    case .numbers: Self.isNumber(bytes, range, points: 1)
    case .days: Self.isDay(bytes, range)
    case .isbns: MatchHash.isbn(bytes[range]) != nil
    }
  }

  /// Whether SQLite reads the same number.
  private static func isNumber(_ bytes: [UInt8], _ range: Range<Int>, points most: Int) -> Bool {
    guard range.count <= 15 else { return false }
    var (digits, points) = (0, 0)
    for place in range {
      switch bytes[place] {
      case 48...57: digits += 1
      case UInt8(ascii: "."): points += 1
      case UInt8(ascii: "-") where place == range.lowerBound: break
      default: return false
      }
    }
    return digits > 0 && points <= most
  }

  /// A date like `1999-12-31`, with a day that every month has.
  private static func isDay(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    guard range.count == 10 else { return false }
    for (offset, byte) in bytes[range].enumerated() {
      guard offset == 4 || offset == 7 ? byte == 45 : (48...57).contains(byte) else { return false }
    }
    let start = range.lowerBound
    let month = (bytes[start + 5] - 48) * 10 + bytes[start + 6] - 48
    let day = (bytes[start + 8] - 48) * 10 + bytes[start + 9] - 48
    return (1...12).contains(month) && (1...28).contains(day)
  }
}
