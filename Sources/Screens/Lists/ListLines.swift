import Queries
import Records

/// The visible lines of a list, with a heading above each group of rows.
struct ListLines {
  enum Line: Hashable {
    case heading(Int)
    case missing(ClosedRange<Int>)
    case row(Int)
  }

  private(set) var lines: [Line] = []
  private let height: Int
  private let window: ListWindow
  private let schema: Schema

  /// The first line is a heading; a height of two has no room for headings.
  init(_ window: ListWindow, _ schema: Schema, from top: Int, height: Int, hasHeadings: Bool) {
    (self.window, self.schema, self.height) = (window, schema, height)
    let field = hasHeadings && height > 2 ? Self.field(window, schema) : nil
    let end = max(window.count.value, window.start + window.rows.count)
    for place in top..<max(top, min(end, top + height)) {
      if let field, window.row(at: place) != nil {
        if place == top || !isSame(place - 1, place, field) {
          lines.append(.heading(place))
        } else if let missing = missing(before: place) {
          lines.append(.missing(missing))
        }
      }
      lines.append(.row(place))
    }
  }

  /// The rows to scroll off the top so that a row is visible.
  func excess(before place: Int) -> Int {
    guard let last = lines.firstIndex(of: .row(place)), last >= height else { return 0 }
    // The new first row gets a heading.
    let first = lines.indices.first { if case .row = lines[$0] { last - $0 + 2 <= height } else { false } }
    return lines[..<(first ?? last)].count { if case .row = $0 { true } else { false } }
  }

  static func field(_ window: ListWindow, _ schema: Schema) -> Int? {
    window.order.field.flatMap { window.fields.contains($0) || schema.titleFields == [$0] ? $0 : nil }
  }

  static func value(of row: ListRow, _ field: Int, _ window: ListWindow, _ schema: Schema) -> Value? {
    guard let column = window.fields.firstIndex(of: field) else {
      return schema.titleFields == [field] ? row.title : nil
    }
    guard row.values.indices.contains(column), case .value(let value) = row.values[column] else { return nil }
    return value
  }

  private func value(_ place: Int, _ field: Int) -> Value? {
    window.row(at: place).flatMap { Self.value(of: $0, field, window, schema) }
  }

  /// Texts that differ only by case are in one group.
  private func isSame(_ first: Int, _ second: Int, _ field: Int) -> Bool {
    guard let first = value(first, field), let second = value(second, field) else { return true }
    return first == second || SortKey(first) == SortKey(second)
  }

  private func missing(before place: Int) -> ClosedRange<Int>? {
    guard window.order.terms.count > 1, case let field = window.order.terms[1].field,
      Self.isOfSeries(schema.field(at: field)), let first = value(place - 1, field).flatMap(Self.number),
      let second = value(place, field).flatMap(Self.number), abs(second - first) <= 1_000
    else { return nil }
    let start = Int(min(first, second).rounded(.down)) + 1
    let end = Int(max(first, second).rounded(.up)) - 1
    return start <= end ? start...end : nil
  }

  private static func isOfSeries(_ field: Field) -> Bool {
    ["series_number", "series_index", "volume"].contains { field.column.isSameName(as: $0) }
  }

  private static func number(_ value: Value) -> Double? {
    switch value {
    case .integer(let number) where number.magnitude < 1_000_000_000: Double(number)
    case .real(let number) where abs(number) < 1e9: number
    default: nil
    }
  }
}
