import Cells
import Records

/// The stack, the list beside it if both fit, and the inspector, each with its own bar.
struct Panes: Sendable {
  struct Pane: Hashable, Sendable {
    var column = 0
    var row = 0
    /// Inside of the frame, if there is one, and the bar.
    var layout: Layout

    var isFramed: Bool { layout.isFramed }
  }

  private(set) var list: Pane?
  private(set) var stack: Pane
  private(set) var inspector: Pane?
  private(set) var isInspectorAlone = false
  private(set) var rules: [Rule] = []
  private var isFramed = false

  struct Rule: Hashable, Sendable {
    let border: Border
    let column: Int
    let rows: Range<Int>
  }

  enum Border: Hashable, Sendable {
    case list
    case inspector
  }

  static let leastColumns = 24

  var isSingle: Bool { list == nil && inspector == nil }

  static let splitColumns = 100
  private static let listColumns = 56
  private static let framedRows = 20
  private static let sideColumns = 100
  private static let thirdColumns = 160
  private static let belowSize = Size(columns: 40, rows: 16)

  enum Inspector: Hashable, Sendable {
    case closed
    case beside
    case focused
    case whole
  }

  /// `shares` are fractions of the terminal's width from the left.
  init(
    size: Size, isSplit: Bool, inspector wish: Inspector, isReadOnly: Bool = false,
    showsHydration: Bool = false, today: CalendarDate? = nil, shares: [Border: Double] = [:]
  ) {
    stack = Pane(
      layout: Layout(size: size, isReadOnly: isReadOnly, showsHydration: showsHydration, today: today))
    let isSplit = isSplit && size.columns >= Self.splitColumns
    isFramed = isSplit && wish == .closed && !showsHydration && size.rows >= Self.framedRows
    let full = Layout(size: size)
    let rows = size.rows - (full.hasStatus ? 1 : 0) - (full.hasKeys ? 1 : 0)
    let isRight = size.columns >= (isSplit ? Self.thirdColumns : Self.sideColumns)
    let isBelow = size.columns >= Self.belowSize.columns && size.rows >= Self.belowSize.rows
    guard wish != .closed || isSplit else { return }
    if wish == .whole || wish == .focused && !isRight && !isBelow {
      inspector = pane(column: 0, row: 0, columns: size.columns, rows: rows)
      isInspectorAlone = true
      return
    }
    var (columns, height) = (size.columns, rows)
    if wish != .closed, isRight {
      let least = isSplit ? 2 * Self.leastColumns + 1 : Self.leastColumns
      columns =
        Self.column(shares[.inspector], of: size, in: least..<columns) ?? columns - columns * 2 / 5 - 1
      inspector = pane(column: columns + 1, row: 0, columns: size.columns - columns - 1, rows: rows)
      rules.append(Rule(border: .inspector, column: columns, rows: 0..<rows))
    } else if wish != .closed, isBelow {
      height = (rows + 1) / 2
      inspector = pane(column: 0, row: height, columns: columns, rows: rows - height)
    }
    guard isSplit || inspector != nil else { return }
    // In a library, the list has more to show in a line than the record.
    let usual = showsHydration ? (columns - 1) / 2 : max(columns * 55 / 100, isFramed ? Self.listColumns : 0)
    let left = Self.column(shares[.list], of: size, in: Self.leastColumns..<columns) ?? usual
    divide(columns, height, left: isSplit ? left : nil)
  }

  private static func column(_ share: Double?, of size: Size, in columns: Range<Int>) -> Int? {
    let column = share.map { Int(($0 * Double(size.columns)).rounded()) }
    return column.map { max(columns.lowerBound, min($0, columns.upperBound - leastColumns - 1)) }
  }

  private mutating func divide(_ columns: Int, _ rows: Int, left: Int?) {
    if let left {
      list = pane(column: 0, row: 0, columns: left, rows: rows)
      rules.append(Rule(border: .list, column: left, rows: 0..<rows))
      if isFramed { rules.append(Rule(border: .list, column: left - 1, rows: 0..<rows)) }
    }
    let start = left.map { isFramed ? $0 : $0 + 1 } ?? 0
    stack = pane(column: start, row: 0, columns: columns - start, rows: rows)
  }

  private func pane(column: Int, row: Int, columns: Int, rows: Int) -> Pane {
    let edge = isFramed ? 1 : 0
    let size = Size(columns: columns - 2 * edge, rows: rows - edge)
    return Pane(
      column: column + edge, row: row,
      layout: Layout(
        size: size, isPane: true, isFramed: isFramed, isReadOnly: stack.layout.isReadOnly,
        showsHydration: stack.layout.showsHydration, today: stack.layout.today))
  }
}
