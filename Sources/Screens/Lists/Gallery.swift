import Cells
import Records

/// A list as pages of covers, or of spines for books without one; only visible covers are kept.
struct Gallery: Sendable {
  /// A cover for which there is no room stays a spine.
  static let byteLimit = 8 << 20

  /// Nil for a cover that cannot be drawn.
  private var covers: [PictureRequest: Picture?] = [:]
  /// Changes with the rows, so that older covers are not taken.
  private var version = 0
  private var canDraw = true

  var byteCount: Int { covers.values.reduce(0) { $0 + ($1?.byteCount ?? 0) } }

  mutating func receive(_ update: Update) {
    switch update {
    case .picture(let request, let picture, _) where request.version == version:
      let room = Self.byteLimit - byteCount
      covers[request] = .some(picture.flatMap { $0.byteCount <= room ? $0 : nil })
    case .cannotDraw: canDraw = false
    case .accepted(let record): covers = covers.filter { $0.key.id != record.id }
    case .forgetPictures, .forgetCovers: forget()
    default: break
    }
  }

  mutating func forget() { (covers, version, canDraw) = ([:], version + 1, true) }

  mutating func keep(_ requests: [PictureRequest]) { covers = covers.filter { requests.contains($0.key) } }

  func requests(for rows: [ListRow], _ schema: Schema, _ layout: Layout) -> [PictureRequest] {
    guard canDraw, let field = schema.fields.firstIndex(where: { $0.kind == .photo && !$0.isHidden }) else {
      return []
    }
    let room = Grid(layout).room
    return rows.compactMap {
      PictureRequest(id: $0.id, field: field, pixels: nil, room: room, version: version)
    }
  }

  func wanted(_ requests: [PictureRequest]) -> PictureRequest? { requests.first { covers[$0] == nil } }

  // MARK: - Where the rows are

  struct Grid {
    let columns, rows: Int
    private let cell: Size
    private let layout: Layout

    private static let narrowest = 19
    private static let usualHeight = 12

    init(_ layout: Layout) {
      let (width, height) = (layout.size.columns - 2 * layout.margin, layout.content.count)
      columns = max(1, width / Self.narrowest)
      rows = max(1, (height + Self.usualHeight / 4) / Self.usualHeight)
      (cell, self.layout) = (Size(columns: width / columns, rows: height / rows), layout)
    }

    var count: Int { columns * rows }

    /// The other cells are a gap at the right, and a line for stars below.
    var spine: Size {
      Size(
        columns: cell.columns > 8 ? cell.columns - 2 : cell.columns,
        rows: cell.rows > 2 ? cell.rows - 1 : cell.rows)
    }

    var titleRows: Int { spine.rows >= 8 ? 2 : 1 }
    var room: Size { Size(columns: spine.columns, rows: spine.rows - titleRows) }

    var hasCaption: Bool { cell.rows > spine.rows }

    func position(_ index: Int) -> Position {
      Position(
        column: layout.margin + index % columns * cell.columns,
        row: layout.content.lowerBound + index / columns * cell.rows)
    }

    func index(at place: Position) -> Int? {
      (0..<count).first {
        let start = position($0)
        return start.column..<start.column + cell.columns ~= place.column
          && start.row..<start.row + cell.rows ~= place.row
      }
    }
  }

  // MARK: - Drawing

  struct Item {
    let spine: Spine
    let caption: [Span]
    let isSelected: Bool
  }

  func draw(_ item: Item, _ request: PictureRequest?, at index: Int, _ grid: Grid, on frame: inout Frame) {
    let (start, size) = (grid.position(index), grid.spine)
    func fill(_ line: Int, _ role: Role) {
      frame.fill(row: start.row + line, columns: start.column..<start.column + size.columns, role: role)
    }
    func write(_ text: String, _ line: Int, _ role: Role) {
      fill(line, role)
      frame.write(
        text, at: Position(column: start.column, row: start.row + line), width: size.columns, role: role)
    }
    if let request, case .some(.some(let cover)) = covers[request] {
      draw(cover, at: start, in: grid.room, on: &frame)
      let title = Spine.lines(of: item.spine.title, width: size.columns, limit: grid.titleRows)
      for (line, text) in title.enumerated() {
        write(text, grid.room.rows + line, item.isSelected ? .selected : .content)
      }
    } else {
      let role = item.isSelected ? .title : item.spine.role
      for (line, text) in item.spine.rows(size).enumerated() { write(text, line, role) }
      if item.isSelected { select(size, at: start, on: &frame) }
    }
    guard grid.hasCaption else { return }
    frame.write(
      item.caption, at: Position(column: start.column, row: start.row + size.rows), width: size.columns)
  }

  /// The frame keeps the page's colours, so that no other spine looks like the selected one.
  private func select(_ size: Size, at start: Position, on frame: inout Frame) {
    let edge = Spine.hasFrame(size) ? 1 : 0
    let columns = start.column + edge..<start.column + size.columns - edge
    for line in edge..<size.rows - edge {
      frame.setRole(row: start.row + line, columns: columns, role: .selected)
    }
  }

  private func draw(_ cover: Picture, at start: Position, in room: Size, on frame: inout Frame) {
    let column = start.column + max(0, room.columns - cover.size.columns) / 2
    for line in cover.rows.indices.prefix(room.rows) {
      frame.draw(cover, row: line, at: Position(column: column, row: start.row + line), width: room.columns)
    }
  }
}

extension Picture {
  fileprivate var byteCount: Int {
    rows.reduce(pixels?.bytes.count ?? 0) { $0 + $1.count * MemoryLayout<Cell>.stride }
  }
}

extension ListScreen {
  func drawGallery(_ gallery: Gallery, on frame: inout Frame, layout: Layout) {
    let grid = Gallery.Grid(layout)
    for place in visiblePlaces(layout).prefix(max(0, window.count.value - selection.top)) {
      let row = window.row(at: place)
      let item = Gallery.Item(
        spine: row.map(spine) ?? Spine(title: "…"), caption: caption(row, layout),
        isSelected: place == selection.place)
      let request = row.flatMap { gallery.requests(for: [$0], schema, layout).first }
      gallery.draw(item, request, at: place - selection.top, grid, on: &frame)
    }
  }

  private func spine(of row: ListRow) -> Spine {
    Spine(title: ColumnWidths.title(of: row, schema), author: text(of: row, .text))
  }

  private func caption(_ row: ListRow?, _ layout: Layout) -> [Span] {
    let shown = signs(of: row).filter { $0.text != " " && (layout.showsHydration || $0.role != .hydrated) }
    return shown.map { Span($0.text + " ", $0.role) } + [
      Span(row.map { text(of: $0, .rating) } ?? "", .stars)
    ]
  }

  private func text(of row: ListRow, _ kind: Field.Kind) -> String {
    let shown = zip(window.drawnFields(schema), row.values).first { field, _ in
      schema.field(at: field).kind == kind && !schema.titleFields.contains(field)
    }
    return shown.map { ColumnWidths.text(of: $1, schema.field(at: $0)) } ?? ""
  }
}
