import Formats
import Records

/// Converts the cells of a column to values of a field.
struct CellReader {
  /// The field's index in the schema.
  let index: Int
  let field: Field
  /// The column's name in the file.
  let column: String
  /// Whether values are taken unchanged, whatever the field is for.
  let isExact: Bool
  /// Whether an empty cell of a new row means NULL and not the default: nobody said that the date is today.
  let isNullByDefault: Bool
  /// The book field that it is, if the table holds books.
  let bookField: BookField?
  /// The order of day and month in the column, if known.
  var order: DayOrder?

  /// The result of reading a cell: a value or nil, and any problem.
  package typealias Reading = (value: Value?, problem: RowProblem?)

  /// Reads a cell; an empty one has no value.
  func read(_ cell: Value) -> Reading {
    if cell.isNull || cell == .text("") { return (nil, nil) }
    if isExact { return (cell.stored(in: field.affinity), nil) }
    let text = cell.plainText
    // A picture's address or file name is not a picture.
    if let text, field.kind == .photo, !cell.isBytes { return (nil, .unfit(column: column, text: text)) }
    if let text, text.allSatisfy(\.isWhitespace), !field.kind.isText { return (nil, nil) }
    if let text, !field.kind.choices.isEmpty { return choice(text) }
    guard let value = ImportedForm(field, order).value(of: cell) ?? text.flatMap(pages) else {
      return (nil, text.flatMap(unclear) ?? .unfit(column: column, text: text ?? ""))
    }
    return (text.flatMap { day(of: value, $0) } ?? value, text.flatMap(doubt))
  }

  /// The choice that a word means, ignoring case; a status has many names.
  private func choice(_ word: String) -> Reading {
    func named(_ word: String) -> String? {
      field.kind.choices.first { $0.lowercased() == word.lowercased() }
    }
    let choice = named(word) ?? (bookField == .status ? StatusText.status(word).flatMap(named) : nil)
    if let choice { return (Value.text(Text(choice)).stored(in: field.affinity), nil) }
    // The database then refuses the row and says so, because the field requires a value.
    if field.isRequired { return (Value.text(Text(word)).stored(in: field.affinity), nil) }
    return (nil, .unknownWord(word, column: column, choices: field.kind.choices))
  }

  /// A number of pages with a suffix such as “p.”, in a table of books.
  private func pages(_ text: String) -> Value? {
    guard bookField == .pages, field.kind == .integer else { return nil }
    return PageText.read(text).flatMap { ImportedForm(field, nil).value(of: .text(Text($0))) }
  }

  /// Only the date: the moment when a book was added or lent is stored without a time of day, in whatever zone.
  private func day(of value: Value, _ text: String) -> Value? {
    guard bookField == .added || bookField == .lentOn, case .date(.isoText) = field.kind else { return nil }
    return field.date(of: value).map { .text(Text($0.description)) }
  }

  /// The problem of a date that can be read in two ways.
  private func unclear(_ text: String) -> RowProblem? {
    switch field.kind {
    case .date, .dateTime, .partialDate:
      PartialDateText.isUnclear(text) ? .unclearDate(column: column, text: text) : nil
    default: nil
    }
  }

  /// The possible problem of a value that was read.
  private func doubt(_ text: String) -> RowProblem? {
    switch field.kind {
    case .isbn where ISBNText.checked(text) == nil && ISBNText.all(in: text).count > 1:
      .partlyRead(column: column, text: text)
    case .date, .dateTime, .partialDate:
      // Only an order derived from the beginning of the file can turn out to be wrong.
      order.flatMap { order in
        DayOrder(certain: text).flatMap { $0 == order ? nil : .otherOrder(column: column, text: text) }
      }
    default: nil
    }
  }

  // MARK: Cells that SQLite takes as they are

  /// The texts that SQLite itself converts to the same values as `read`.
  enum Plain {
    case none, all, wholeNumbers, numbers, days
  }

  /// The texts that need no conversion.
  var plain: Plain {
    if isExact || field.kind == .blob { return .all }
    let holdsTexts = field.affinity == .text || field.affinity == .blob
    switch field.kind {
    case .text, .longText, .list: return holdsTexts ? .all : .numbers
    case .integer: return holdsTexts ? .none : .wholeNumbers
    case .decimal, .real: return holdsTexts ? .none : .numbers
    case .partialDate, .date(.isoText): return .days
    default: return .none
    }
  }
}

extension CellReader.Plain {
  /// Whether a cell is such a text.
  func has(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    switch self {
    case .none: false
    // Encoded bytes are not what they look like.
    case .all: !EncodedBytes.mayBe(bytes[range])
    case .wholeNumbers: Self.isNumber(bytes, range, points: 0)
    case .numbers: Self.isNumber(bytes, range, points: 1)
    case .days: Self.isDay(bytes, range)
    }
  }

  /// Whether a cell is digits, with an optional sign or point, that SQLite reads as the same number.
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

  /// Whether a cell is a date like `1999-12-31`, with a day that every month has.
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
