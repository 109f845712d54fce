import Cells
import Records

struct StatementLine {
  let statement: StatementRecord
  let secondsFromUTC: Int

  private static let purposeWidth = 11

  /// The statement over several lines, with the heading of `lines`.
  func wholeLines(width: Int, limit: Int) -> [[Span]] {
    var text = Self.text(statement.sql, with: statement.values)
    if TextWidth.width(of: text) > width - 1 { text = Self.plain(text) }
    let lines = Wrap.lines(of: text, width: max(1, width - 1), limit: max(1, limit - 1))
    return [head] + lines.map { [Span(" " + $0, .content)] }
  }

  func lines(of group: StatementGroup, width: Int, count: Int) -> [[Span]] {
    let purpose = Span(
      InspectorWording.filled(InspectorWording.name(of: statement.purpose), Self.purposeWidth), role)
    let duration = InspectorWording.duration(nanoseconds: group.nanoseconds)
    let times = Span(InspectorWording.padded("×\(Wording.number(group.count))", 7) + " ", .content)
    if count == 1 {
      let head = [times, purpose, Span(InspectorWording.padded(duration, 7) + "  ", .dim)]
      return [head + [Span(shortened(Self.plain(statement.sql), width: width - head.width), .content)]]
    }
    let repetition = StatementWording.repetition(group).map { "  \($0)" } ?? ""
    return [
      [times, purpose, Span(duration, .dim), Span(repetition, group.rangeCount == nil ? .dim : .dirty)],
      [Span(" " + shortened(Self.plain(statement.sql), width: width - 1), .content)],
    ]
  }

  /// A narrow line leaves out the time.
  func lines(width: Int, count: Int) -> [[Span]] {
    let purpose = Span(
      InspectorWording.filled(InspectorWording.name(of: statement.purpose), Self.purposeWidth), role)
    let duration = InspectorWording.duration(nanoseconds: statement.nanoseconds)
    if count == 1 {
      let head = [purpose, Span(InspectorWording.padded(duration, 7) + "  ", .dim)]
      let time = [Span(time + " ", .dim)]
      let sql = sql(width: width - head.width)
      let hasTime = time.width + head.width + TextWidth.width(of: sql) <= width
      return [(hasTime ? time : []) + head + [Span(sql, .content)]]
    }
    return [head, [Span(" " + sql(width: width - 1), .content)]]
  }

  private var head: [Span] {
    let record = statement.record.map(Self.name) ?? ""
    let rows = InspectorWording.rows(statement.rowCount)
    return [
      Span(time + " ", .dim),
      Span(InspectorWording.filled(InspectorWording.name(of: statement.purpose), Self.purposeWidth), role),
      Span(record.isEmpty ? "" : record + "  ", .content),
      Span("\(rows)  \(InspectorWording.duration(nanoseconds: statement.nanoseconds))", .dim),
    ]
  }

  private var role: Role {
    switch statement.purpose {
    case .hydrate: .hydrated
    case .writeBack: .dirty
    case .list: .action
    case .count, .other: .label
    }
  }

  private var time: String {
    let seconds = Int(statement.startedAt.rounded(.down)) + secondsFromUTC
    let day = ((seconds % 86_400) + 86_400) % 86_400
    return [day / 3_600, day / 60 % 60, day % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }

  private func sql(width: Int) -> String {
    let text = Self.text(statement.sql, with: statement.values)
    return TextWidth.width(of: text) <= width ? text : shortened(Self.plain(text), width: width)
  }

  private static func plain(_ sql: String) -> String {
    sql.replacing("\"", with: "").replacing(" main.", with: " ")
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private func shortened(_ sql: String, width: Int) -> String {
    let excess = TextWidth.width(of: sql) - width
    guard excess > 0, sql.hasPrefix(Self.reading), let from = sql.firstRange(of: " FROM ") else { return sql }
    var columns = sql[..<from.lowerBound].dropFirst(Self.reading.count).split(separator: ", ")
    var saved = -2
    while saved < excess, columns.count > 1, let column = columns.popLast() {
      // An ellipsis replaces the first removed column.
      saved += TextWidth.width(of: column) + (saved < 0 ? 1 : 2)
    }
    // If even one column is too wide, the caller cuts the end of the statement.
    if saved < excess { return sql }
    return Self.reading + columns.map { $0 + ", " }.joined() + "…" + sql[from.lowerBound...]
  }

  private static let reading = "SELECT "

  static func text(_ sql: String, with values: [Value], length: Int = literalLength) -> String {
    var text = ""
    var rest = values[...]
    var quote: Character?
    for character in sql {
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == "?", let value = rest.popFirst() {
        text += literal(value, length: length)
        continue
      }
      text.append(character)
    }
    return text
  }

  private static let literalLength = 16

  /// - Parameter length: The maximum characters of a text; a blob shows a quarter as many bytes.
  static func literal(_ value: Value, length: Int = literalLength) -> String {
    switch value {
    case .null: return StatementWording.null
    case .integer(let integer): return "\(integer)"
    case .real(let real): return "\(real)"
    case .text(let text):
      let string = text.string
      let short = string.prefix(length)
      return "'" + short + (short.endIndex < string.endIndex ? "…'" : "'")
    case .blob(let bytes):
      let digits = Array("0123456789ABCDEF")
      let short = bytes.prefix(length / 4).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
      return "x'" + String(short) + (bytes.count > length / 4 ? "…'" : "'")
    }
  }

  private static func name(of id: RecordID) -> String {
    id.values.map { literal($0) }.joined(separator: ", ")
  }
}
