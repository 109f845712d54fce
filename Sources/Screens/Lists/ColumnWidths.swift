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

  static let gap = 2
  /// The minimum width of a screen that shows more than the title.
  static let narrowest = 45
  /// The maximum width of a column, and the minimum that is worth showing of a cut one.
  private static let most = 32
  private static let fewest = 8

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
    for row in window.rows {
      guard let row else { continue }
      titleWidth = max(titleWidth, Self.width(of: Self.title(of: row, schema)))
      for (field, value) in zip(window.fields, row.values) {
        let width = Self.width(of: Self.text(of: value, schema.field(at: field)))
        widths[field] = max(widths[field] ?? 0, width)
      }
    }
  }

  /// Columns that do not fit are dropped from the right.
  ///
  /// The title keeps at least half of the cells, or what the titles on the screen need if the columns need more than half.
  func layout(_ window: ListWindow, _ schema: Schema, cells: Int) -> (title: Int, columns: [Column]) {
    let fields = window.drawnFields(schema)
    let naturals = fields.map { field in
      max(widths[field] ?? 0, TextWidth.width(of: ListWording.heading(field, window, schema)))
    }
    var room = room(for: naturals, of: cells)
    let limit = Self.limit(for: naturals, room: room)
    var wanted: [(field: Int, value: Int, width: Int)] = []
    for (value, field) in fields.enumerated() {
      let natural = min(naturals[value], limit)
      let width = min(natural, room - Self.gap)
      guard width >= min(natural, Self.fewest) else { break }
      wanted.append((field, value, width))
      room -= width + Self.gap
    }
    guard !wanted.isEmpty else { return (cells, []) }
    // A title longer than half gets the cells that the columns do not need.
    let used = wanted.reduce(0) { $0 + $1.width + Self.gap }
    let title = min(cells - used, max(min(cells / 2, cells - used), titleWidth))
    var start = title
    let columns = wanted.map { column in
      start += Self.gap + column.width
      return Column(field: column.field, value: column.value, cells: start - column.width..<start)
    }
    return (title, columns)
  }

  private func room(for widths: [Int], of cells: Int) -> Int {
    let half = cells - cells / 2
    let needed = widths.reduce(0) { $0 + min($1, Self.most) + Self.gap }
    return max(half, min(needed, cells - max(titleWidth, cells / 4)))
  }

  private static func limit(for widths: [Int], room: Int) -> Int {
    var limit = most
    while limit > fewest, widths.reduce(0, { $0 + min($1, limit) + gap }) > room { limit -= 1 }
    return limit
  }

  static func title(of row: ListRow, _ schema: Schema) -> String {
    row.joinedTitle ?? (row.title.isNull ? Wording.empty : schema.text(ofTitle: row.title))
  }

  static func text(of value: ShownValue, _ field: Field) -> String {
    switch value {
    case .bytes(let count): return Wording.bytes(count)
    case .awaited: return "…"
    case .value(.null): return ListWording.noValue
    case .value(let value):
      let text = FieldWording.shown(value, in: field)
      guard let end = text.firstIndex(where: \.isNewline) else { return text }
      return text[..<end] + " …"
    }
  }

  /// Only the start of a long text is measured; no more can be shown.
  private static func width(of text: String) -> Int { TextWidth.width(of: text.prefix(200)) }
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
