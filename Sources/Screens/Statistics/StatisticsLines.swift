import Cells
import Queries

struct StatisticsLines {
  struct Place: Hashable, Sendable {
    var chart: Int
    var bar: Int
  }

  struct Stop {
    let place: Place
    let row, column: Int
  }

  private struct Part {
    let chart: Int
    let column: Int
    let row: ChartRow
  }

  private var lines: [[Part]] = []
  private(set) var stops: [Stop] = []

  private static let pairedWidth = 100
  private static let gap = 4

  private let isUnicode: Bool

  init(_ page: StatisticsPage, width: Int, isUnicode: Bool = true) {
    self.isUnicode = isUnicode
    for (place, band) in Self.bands(page.charts, width).enumerated() {
      if !lines.isEmpty { lines.append([]) }
      add(band, of: page.charts, width)
      if place == 0 { addSpines(page.titles, width) }
    }
    if !lines.isEmpty, !page.notes.isEmpty { lines.append([]) }
    for note in page.notes.flatMap({ Wrap.lines(of: $0, width: max(1, width), limit: 20) }) {
      let piece = ChartRow.Piece(column: 0, width: width, text: note, role: .dim)
      lines.append([Part(chart: -1, column: 0, row: ChartRow(pieces: [piece]))])
    }
    findStops()
  }

  private static func bands(_ charts: [Chart], _ width: Int) -> [[Int]] {
    var bands: [[Int]] = []
    var isOpen = false
    for (index, chart) in charts.enumerated() {
      let isWide = if case .calendar = chart.shape { true } else { false }
      if width >= pairedWidth, isOpen, !isWide {
        bands[bands.count - 1].append(index)
        isOpen = false
      } else {
        bands.append([index])
        isOpen = !isWide
      }
    }
    return bands
  }

  private mutating func add(_ band: [Int], of charts: [Chart], _ width: Int) {
    let isWide = band.allSatisfy { if case .calendar = charts[$0].shape { true } else { false } }
    let chartWidth = width >= Self.pairedWidth && !isWide ? (width - Self.gap) / 2 : width
    let drawn = band.map { ChartDrawing(charts[$0], width: chartWidth, isUnicode: isUnicode).rows }
    for line in 0..<(drawn.map(\.count).max() ?? 0) {
      lines.append(
        zip(band, drawn).enumerated().compactMap { place, drawn in
          drawn.1.indices.contains(line)
            ? Part(chart: drawn.0, column: place * (chartWidth + Self.gap), row: drawn.1[line]) : nil
        })
    }
  }

  private static let spine = Size(columns: 5, rows: 3)

  private mutating func addSpines(_ titles: [String], _ width: Int) {
    let step = Self.spine.columns + 1
    let spines = titles.suffix((width + 1) / step).map { Spine(title: $0) }
    guard !spines.isEmpty else { return }
    let heading = ChartRow(
      pieces: [.init(column: 0, width: width, text: StatisticsWording.finished, role: .label)])
    let texts = spines.map { $0.initialRows(Self.spine) }
    let rows = (0..<Self.spine.rows).map { row in
      ChartRow(
        pieces: spines.indices.map {
          .init(
            column: $0 * step, width: Self.spine.columns, text: texts[$0][row], role: spines[$0].role,
            keepsRole: true)
        })
    }
    lines += [[]] + ([heading] + rows).map { [Part(chart: -1, column: 0, row: $0)] }
  }

  private mutating func findStops() {
    for (row, parts) in lines.enumerated() {
      for part in parts {
        stops += part.row.stops.map {
          Stop(place: Place(chart: part.chart, bar: $0.bar), row: row, column: part.column + $0.column)
        }
      }
    }
  }

  var count: Int { lines.count }

  func draw(from top: Int, selected: Place?, on frame: inout Frame, layout: Layout) {
    for (row, parts) in zip(layout.content, lines.dropFirst(max(0, top))) {
      for part in parts {
        let position = Position(column: layout.margin + part.column, row: row)
        for piece in part.row.pieces {
          let place = piece.bar.map { Place(chart: part.chart, bar: $0) }
          Self.draw(
            piece, at: position, isSelected: place != nil && place == selected && !piece.keepsRole, on: &frame
          )
        }
      }
    }
  }

  private static func draw(
    _ piece: ChartRow.Piece, at start: Position, isSelected: Bool, on frame: inout Frame
  ) {
    let position = Position(column: start.column + piece.column, row: start.row)
    if isSelected {
      let columns = position.column..<position.column + piece.width
      frame.fill(row: position.row, columns: columns, role: .selected)
    }
    frame.write(
      piece.text, at: position, width: piece.width, role: isSelected ? .selected : piece.role,
      align: piece.alignment)
  }

  // MARK: Moving

  /// The bar at a distance in lines, or the nearest one in its direction.
  func place(_ offset: Int, linesFrom place: Place?) -> Place? {
    guard let current = stop(place) else { return stops.first?.place }
    let target = current.row + offset
    let candidates = stops.filter { offset > 0 ? $0.row > current.row : $0.row < current.row }
    return candidates.min { distance($0, target, current.column) < distance($1, target, current.column) }?
      .place
      ?? current.place
  }

  func place(_ offset: Int, acrossFrom place: Place?) -> Place? {
    guard let current = stop(place) else { return stops.first?.place }
    let beside = stops.filter { offset > 0 ? $0.column > current.column : $0.column < current.column }
    let near = beside.filter { abs($0.row - current.row) <= Self.reach }
    return near.min {
      (abs($0.row - current.row), abs($0.column - current.column)) < (
        abs($1.row - current.row), abs($1.column - current.column)
      )
    }?.place ?? current.place
  }

  /// Bars at most this many lines away are beside a bar.
  private static let reach = 8

  private func distance(_ stop: Stop, _ row: Int, _ column: Int) -> (Int, Int) {
    (abs(stop.row - row), abs(stop.column - column))
  }

  func stop(_ place: Place?) -> Stop? { place.flatMap { place in stops.first { $0.place == place } } }
}
