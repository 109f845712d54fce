import Cells
import Records

/// The widths of a list's columns, and how many of them fit.
///
/// A column is as wide as its visible contents. It only grows while the same rows scroll, so that columns do not jump with each
/// row; another filter or order resets it.
struct ColumnWidths: Hashable, Sendable {
  struct Column: Hashable, Sendable {
    let field: Int
    let value: Int
    /// The cells of the column, counted from the title's first cell.
    let cells: Range<Int>
  }

  /// The width of the title, and the columns.
  typealias Arrangement = (title: Int, columns: [Column])

  static let gap = 2
  /// The minimum width of a screen that shows more than the title.
  static let narrowest = 45
  /// The width of a screen from which on a list has more columns by default.
  static let wide = 140
  /// The width of a column at most, and what it keeps where there is not room for all.
  private static let (most, fewest) = (32, 14)
  /// The minimum width of the title beside other columns, unless all titles are shorter.
  private static let fewestOfTitle = 24
  /// The minimum width of who has a book, beside which the book says more.
  private static let fewestOfPerson = 12
  /// The width of a title that counts as whole.
  private static let wholeTitle = 48

  private var widths: [Int: Int] = [:]
  private var titleWidth = 0
  private var places = 0..<0
  private var filter = ""
  private var order = ListOrder.own

  mutating func measure(_ window: ListWindow, _ schema: Schema) {
    let new = window.start..<window.start + window.rows.count
    if !new.overlaps(places) || window.filter != filter || window.order != order {
      (widths, titleWidth) = ([:], 0)
    }
    (places, filter, order) = (new, window.filter, window.order)
    let drawn = window.drawnFields(schema)
    for row in window.rows {
      guard let row else { continue }
      titleWidth = max(titleWidth, Self.width(of: Self.title(of: row, schema)))
      for (field, value) in zip(drawn, row.values) {
        let width = Self.width(of: Self.text(of: value, schema.field(at: field)))
        widths[field] = max(widths[field] ?? 0, width)
      }
    }
  }

  /// The widths that fill a line: the columns at its right end, the title in what they leave.
  ///
  /// Of the extra columns of a wide list, only those are shown that have contents and leave room for whole titles. Where there is not
  /// room for all others, empty ones are dropped first; then the title is cut, then wide columns are, and what does not fit then is
  /// dropped from the right. The column that the rows are sorted by stays, unless it is empty.
  func layout(
    _ window: ListWindow, _ schema: Schema, besides field: Int? = nil, cells: Int
  ) -> Arrangement {
    var wanted = wanted(window, schema).filter { $0.field != field }
    guard !wanted.isEmpty else { return (cells, []) }
    let title = max(titleWidth, TextWidth.width(of: ListWording.titleHeading(window, schema)))
    wanted.removeAll { $0.isExtra && $0.isEmpty }
    wanted.drop(toFit: cells - min(title, Self.wholeTitle), limit: Self.most, where: \.isExtra)
    let room = cells - min(title, schema.isOfLoans ? Self.fewestOfPerson : Self.fewestOfTitle)
    let usual = window.columns.dropLast(window.extraCount)
    let isChosen = !schema.defaultColumns.filter(usual.contains).elementsEqual(usual)
    // Columns that the person chose rather cut the title.
    wanted.drop(toFit: isChosen ? room : cells - title, limit: Self.most) { $0.isEmpty }
    wanted.drop(toFit: room, limit: Self.fewest) { !$0.isSorted }
    var limit = Self.most
    while limit > 1, wanted.needed(limit) > room { limit -= 1 }
    let left = cells - wanted.needed(limit)
    var end = left
    let columns = wanted.map { column in
      let width = min(column.width, limit)
      end += Self.gap + width
      return Column(field: column.field, value: column.value, cells: end - width..<end)
    }
    return (left, columns)
  }

  fileprivate struct Wanted {
    let field: Int
    let value: Int
    let width: Int
    /// Whether no visible row has anything to show in it.
    let isEmpty: Bool
    let isSorted: Bool
    /// Whether it is shown only where there is room to spare.
    let isExtra: Bool
  }

  private func wanted(_ window: ListWindow, _ schema: Schema) -> [Wanted] {
    window.drawnFields(schema).enumerated().map { value, field in
      let (content, heading) = (widths[field] ?? 0, ListWording.heading(field, window, schema))
      let isSorted = field == window.order.field && content > 0
      let extras = window.columns.count - window.extraCount..<window.columns.count
      let headingWidth = TextWidth.width(of: heading) - Self.excess(of: schema.field(at: field))
      return Wanted(
        field: field, value: value, width: max(content, headingWidth), isEmpty: content == 0,
        isSorted: isSorted, isExtra: !isSorted && extras.contains(value))
    }
  }

  /// The cells by which the heading of a field juts into the gap before its column: stars are narrower than their heading.
  static func excess(of field: Field) -> Int { field.kind == .rating ? 1 : 0 }

  static func title(of row: ListRow, _ schema: Schema) -> String {
    row.joinedTitle ?? (row.title.isNull ? Wording.empty : schema.text(ofTitle: row.title))
  }

  static func text(of value: ShownValue, _ field: Field) -> String {
    switch value {
    case .bytes(let count): return Wording.bytes(count)
    case .awaited: return "…"
    case .value(.null): return ""
    case .value(let value):
      let text = FieldWording.shown(value, in: field)
      guard let end = text.firstIndex(where: \.isNewline) else { return text }
      return text[..<end] + " …"
    }
  }

  /// Only the start of a long text is measured; no more can be shown.
  private static func width(of text: String) -> Int {
    text.utf8.count <= 200 ? TextWidth.width(of: text) : TextWidth.width(of: text.prefix(200))
  }
}

extension [ColumnWidths.Wanted] {
  fileprivate func needed(_ limit: Int) -> Int {
    reduce(0) { $0 + Swift.min($1.width, limit) + ColumnWidths.gap }
  }

  /// Drops columns from the right until the others fit, of which none is wider than the limit.
  fileprivate mutating func drop(toFit room: Int, limit: Int, where isDropped: (Element) -> Bool) {
    while needed(limit) > room, let last = lastIndex(where: isDropped) { remove(at: last) }
  }
}

extension ListWindow {
  /// The fields drawn beside the title: the columns, followed by the one that the rows are sorted by.
  func drawnFields(_ schema: Schema) -> [Int] {
    guard let field = order.field, !columns.contains(field), !schema.titleFields.contains(field) else {
      return columns
    }
    return columns + [field]
  }
}
