import Cells
import Records

/// A statement that was run, as a line or two of text.
struct StatementLine {
  let statement: StatementRecord
  /// The seconds by which the clock on the wall is ahead of UTC.
  let secondsFromUTC: Int

  private static let purposeWidth = 11

  /// The columns from which on a single line has the time.
  private static let timeWidth = 60

  /// When it was, what it was for and how long it took, and the statement itself.
  func lines(width: Int, count: Int) -> [[Span]] {
    let purpose = Span(Wording.filled(Wording.name(of: statement.purpose), Self.purposeWidth), role)
    let duration = Wording.duration(nanoseconds: statement.nanoseconds)
    if count == 1 {
      let time = width < Self.timeWidth ? [] : [Span(time + " ", .dim)]
      let head = time + [purpose, Span(Wording.padded(duration, 7) + "  ", .dim)]
      return [head + [Span(sql(width: width - head.width), .content)]]
    }
    let record = statement.record.map(Self.name) ?? ""
    let rows = Wording.rows(statement.rowCount)
    return [
      [
        Span(time + " ", .dim), purpose, Span(record.isEmpty ? "" : record + "  ", .content),
        Span("\(rows)  \(duration)", .dim),
      ],
      [Span(" " + sql(width: width - 1), .content)],
    ]
  }

  private var role: Role {
    switch statement.purpose {
    case .hydrate: .hydrated
    case .writeBack: .dirty
    case .list: .action
    case .other: .label
    }
  }

  /// The time of day by the clock on the wall.
  private var time: String {
    let seconds = Int(statement.startedAt.rounded(.down)) + secondsFromUTC
    let day = ((seconds % 86_400) + 86_400) % 86_400
    return [day / 3_600, day / 60 % 60, day % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }

  /// The statement with its values in their places; if it is too wide, the columns that it reads give way first.
  private func sql(width: Int) -> String {
    let text = Self.text(statement.sql, with: statement.values)
    guard TextWidth.width(of: text) > width, text.hasPrefix("SELECT "),
      let from = text.firstRange(of: " FROM ")
    else { return text }
    return "SELECT …" + text[from.lowerBound...]
  }

  /// A statement's text with values for its parameters, which stand for themselves within quotes.
  static func text(_ sql: String, with values: [Value]) -> String {
    var text = ""
    var rest = values[...]
    var quote: Character?
    for character in sql {
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == "?", let value = rest.popFirst() {
        text += literal(value)
        continue
      }
      text.append(character)
    }
    return text
  }

  /// The most characters of a text, and bytes of a blob.
  private static let literalLength = 16

  /// A value as SQL writes it, shortened.
  static func literal(_ value: Value) -> String {
    switch value {
    case .null: return Wording.null
    case .integer(let integer): return "\(integer)"
    case .real(let real): return "\(real)"
    case .text(let text):
      let string = text.string
      let short = string.prefix(literalLength)
      return "'" + short + (short.endIndex < string.endIndex ? "…'" : "'")
    case .blob(let bytes):
      let digits = Array("0123456789ABCDEF")
      let short = bytes.prefix(literalLength / 4).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
      return "x'" + String(short) + (bytes.count > literalLength / 4 ? "…'" : "'")
    }
  }

  /// A record's name: its rowid, or the values of its key.
  private static func name(of id: RecordID) -> String {
    id.values.map(literal).joined(separator: ", ")
  }
}
