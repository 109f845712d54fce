import CNcurses
import Cells

/// Writes frames to ncurses' screen, which works out what to send to the terminal.
struct Painter {
  private var looks: [Look]
  private let styles: [Role: Style]
  private let isUnicode: Bool
  private var shown: Frame?
  private var scalars: [UInt32] = []
  private var pairs: InkPairs
  private var layer = PictureLayer()

  /// Whether pictures stay on the screen when the text below is overwritten.
  var hasLayer: Bool { layer.hasLayer }

  /// - Precondition: The screen is open.
  init(isUnicode: Bool, theme: Theme, styles: [Role: Style]) {
    self.isUnicode = isUnicode
    self.styles = styles
    looks = Look.all(in: theme, styles, colors: Int(cnc_colors()))
    let colors = Int(cnc_colors())
    let first = Look.firstFreePair(colors: colors)
    pairs = InkPairs(colors: colors, numbers: first..<max(first, cnc_pairs()))
  }

  mutating func take(_ theme: Theme) {
    looks = Look.all(in: theme, styles, colors: Int(cnc_colors()))
    invalidate()
  }

  mutating func invalidate() {
    shown = nil
    cnc_redraw_all()
  }

  mutating func draw(_ frame: Frame, on screen: Size) {
    if frame.hasInk, pairs.prepare(for: frame.cells) { shown = nil }
    let shown = shown(like: frame.size)
    let visible = Size(
      columns: min(frame.size.columns, screen.columns), rows: min(frame.size.rows, screen.rows))
    let isErased = self.shown == nil
    let isCovered = !frame.addresses.isEmpty || !frame.pictures.isEmpty
    var changed: [Position] = []
    // Overwriting one half of a wide character removes both.
    frame.forEachChange(from: shown, inside: visible) { cell, place in
      draw(cell, at: place)
      if isCovered { changed.append(place) }
    }
    layer.show(frame, changed: isErased ? nil : changed, visible)
    if !frame.addresses.isEmpty {
      link(frame, rows: frame.addresses == shown.addresses ? Set(changed.map(\.row)) : nil, visible)
    }
    // Screen readers read the text at the cursor, even if the cursor is hidden.
    if let place = frame.cursor ?? frame.focus, place.column < visible.columns, place.row < visible.rows {
      cnc_show(Int32(place.row), Int32(place.column), frame.cursor != nil)
    } else {
      cnc_show(-1, -1, false)
    }
    self.shown = frame
  }

  /// Rewrites linked text with its address, since ncurses may write over it.
  ///
  /// If `rows` is nil, all rows have changed.
  private func link(_ frame: Frame, rows: Set<Int>?, _ visible: Size) {
    guard isUnicode, cnc_understands_xterm(), frame.size.columns <= visible.columns else { return }
    for link in Hyperlink.all(in: frame, rows: (0..<visible.rows).filter { rows?.contains($0) ?? true }) {
      let look = looks[link.role.index]
      link.bytes?.withUnsafeBytes {
        cnc_write_over(
          Int32(link.place.row), Int32(link.place.column), $0.baseAddress, $0.count, look.attributes,
          look.pair)
      }
    }
  }

  private func shown(like size: Size) -> Frame {
    if let shown, shown.size == size { return shown }
    erase()
    return Frame(size: size)
  }

  private mutating func draw(_ cell: Cell, at place: Position) {
    let look = cell.ink.map { Look($0, &pairs) } ?? looks[cell.role.index]
    if isUnicode {
      put(cell.text, row: place.row, column: place.column, width: Int(cell.width), look)
    } else {
      // Each character of a cell's replacement takes one column.
      for (offset, character) in AsciiFallback.text(for: cell).enumerated() {
        put(String(character), row: place.row, column: place.column + offset, width: 1, look)
      }
    }
  }

  private mutating func put(_ text: String, row: Int, column: Int, width: Int, _ look: Look) {
    scalars.removeAll(keepingCapacity: true)
    for scalar in text.unicodeScalars { scalars.append(scalar.value) }
    cnc_put(
      Int32(row), Int32(column), scalars, Int32(scalars.count), Int32(width), look.attributes, look.pair)
  }
}
