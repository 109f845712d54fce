import Cells
import Records

/// How wide a list's columns are, and how many fit.
///
/// A column is as wide as its visible contents. While the same rows scroll, it only grows, so that columns do not jump;
/// another filter or order resets it.
struct ColumnWidths: Hashable, Sendable {
  struct Column: Hashable, Sendable {
    let field: Int
    let value: Int
    /// Counted from the title's first cell.
    let cells: Range<Int>
  }

  typealias Arrangement = (title: Int, columns: [Column])

  static let gap = 2
  static let narrowest = 45
  static let wide = 140
  /// The widest column, and what it keeps if there is no room for all.
  private static let (most, fewest) = (32, 14)
  private static let fewestOfTitle = 24
  /// A loan's title is a person; the book beside it says more.
  private static let fewestOfPerson = 12
  /// A title of this width counts as whole.
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

  /// Fills a line: the columns are at its right end, the title has the rest.
  ///
  /// The extra columns of a wide list need contents, and room for whole titles. If the others do not fit, empty ones go
  /// first; then the title is cut, then wide columns, and the rest is dropped from the right. The sorted column stays,
  /// unless it is empty.
  func layout(_ window: ListWindow, _ schema: Schema, besides field: Int? = nil, cells: Int) -> Arrangement {
    var wanted = wanted(window, schema).filter { $0.field != field }
    guard !wanted.isEmpty else { return (cells, []) }
    let title = max(titleWidth, TextWidth.width(of: ListWording.titleHeading(window, schema)))
    wanted.removeAll { $0.isExtra && $0.isEmpty }
    wanted.drop(toFit: cells - min(title, Self.wholeTitle), limit: Self.most, where: \.isExtra)
    let room = cells - min(title, schema.isOfLoans ? Self.fewestOfPerson : Self.fewestOfTitle)
    let usual = window.columns.dropLast(window.extraCount)
    let isChosen = !schema.defaultColumns.filter(usual.contains).elementsEqual(usual)
    // The title is cut before columns that the person chose.
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
    let isEmpty: Bool
    let isSorted: Bool
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

  /// Stars are narrower than their heading, which juts into the gap before.
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

  /// No more than the start of a long text can be shown.
  private static func width(of text: String) -> Int {
    text.utf8.count <= 200 ? TextWidth.width(of: text) : TextWidth.width(of: text.prefix(200))
  }
}

extension [ColumnWidths.Wanted] {
  fileprivate func needed(_ limit: Int) -> Int {
    reduce(0) { $0 + Swift.min($1.width, limit) + ColumnWidths.gap }
  }

  fileprivate mutating func drop(toFit room: Int, limit: Int, where isDropped: (Element) -> Bool) {
    while needed(limit) > room, let last = lastIndex(where: isDropped) { remove(at: last) }
  }
}

extension ListWindow {
  func drawnFields(_ schema: Schema) -> [Int] {
    guard let field = order.field, !columns.contains(field), !schema.titleFields.contains(field) else {
      return columns
    }
    return columns + [field]
  }
}
