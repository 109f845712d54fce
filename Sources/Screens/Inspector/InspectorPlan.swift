import Cells

/// The areas of the inspector: side by side if wide, otherwise stacked.
///
/// Without room, these areas are dropped in turn: the next evictions, the marks, the legend, the graphs.
struct InspectorPlan: Hashable, Sendable {
  struct Area: Hashable, Sendable {
    var columns = 0..<0
    var rows = 0..<0

    mutating func take(_ count: Int) -> Area {
      let end = rows.lowerBound + max(0, min(count, rows.count))
      defer { rows = end..<rows.upperBound }
      return Area(columns: columns, rows: rows.lowerBound..<end)
    }
  }

  private(set) var map = Area()
  private(set) var legend = Area()
  /// `figureHeight` rows for each figure, or one row for all.
  private(set) var figures = Area()
  private(set) var figureHeight = 0
  private(set) var marks = Area()
  private(set) var log = Area()
  private(set) var release = Area()

  private static let wideColumns = 76

  private let figureCount: Int

  init(layout: Layout, figureCount: Int = 5) {
    self.figureCount = figureCount
    let margin = layout.margin
    let columns = margin..<max(margin, layout.size.columns - margin)
    var all = Area(columns: columns, rows: layout.content)
    let height = all.rows.count
    guard columns.count >= Self.wideColumns else {
      placeFigures(all.take(height >= 20 ? height * 9 / 20 : height / 2))
      placeLog(all, releaseRows: height >= 20 ? all.rows.count / 3 : 0)
      return
    }
    let middle = columns.lowerBound + columns.count / 2
    var left = Area(columns: columns.lowerBound..<middle - 1, rows: all.rows)
    let release = height >= 16 ? height / 3 : 0
    placeFigures(left.take(height - release))
    self.release = left
    placeLog(Area(columns: middle + 1..<columns.upperBound, rows: all.rows), releaseRows: 0)
  }

  private mutating func placeFigures(_ area: Area) {
    var area = area
    let height = area.rows.count
    figureHeight = height >= 24 ? 3 : height >= 17 ? 2 : height > figureCount ? 1 : 0
    let figureRows = figureHeight > 0 ? figureCount * figureHeight : height >= 2 ? 1 : 0
    let legendRows = height >= 6 ? 1 : 0
    let markRows = height >= 8 ? 1 : 0
    map = area.take(height - figureRows - legendRows - markRows)
    legend = area.take(legendRows)
    figures = area.take(figureRows)
    marks = area.take(markRows)
  }

  private mutating func placeLog(_ area: Area, releaseRows: Int) {
    var area = area
    log = area.take(area.rows.count - releaseRows)
    if releaseRows > 0 { release = area }
  }

  var statementHeight: Int { log.rows.count >= 7 && log.columns.count < 100 ? 2 : 1 }
  var statementCount: Int { max(0, log.rows.count - 1) / statementHeight }
}
