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

  /// Rewrites linked text with its address, since ncurses may write over it; if `rows` is nil, all rows have changed.
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

/// The pixel pictures that the terminal shows over its cells; ncurses does not know them.
private struct PictureLayer {
  private var shown: [PlacedPicture] = []

  /// Whether kitty's pictures are on the screen, which stay until they are removed.
  var hasLayer: Bool { shown.contains { $0.pixels.format == .kitty } }

  mutating func forget() { shown = [] }

  /// Takes effect with the next refresh; if `changed` is nil, all positions have changed.
  mutating func show(_ frame: Frame, changed: [Position]?, _ visible: Size) {
    if frame.pictures.isEmpty && shown.isEmpty { return }
    let pictures = frame.visiblePictures.filter { Self.fits($0, visible) }
    let isSame = pictures == shown && changed.map { !Self.isTouched(pictures, $0) } ?? false
    if isSame { return }
    // Covers come one after the other.
    if let changed, shown.allSatisfy(pictures.contains), !Self.isTouched(shown, changed) {
      for picture in pictures where !shown.contains(picture) {
        Self.write(picture.pixels.bytes, at: picture.position)
      }
      return shown = pictures
    }
    takeOff(but: pictures, hasErased: changed == nil)
    for picture in pictures { Self.write(picture.pixels.bytes, at: picture.position) }
    shown = pictures
  }

  private static func isTouched(_ pictures: [PlacedPicture], _ changed: [Position]) -> Bool {
    pictures.contains { picture in changed.contains(where: picture.covers) }
  }

  /// A picture that reaches the last row would scroll the screen.
  private static func fits(_ picture: PlacedPicture, _ visible: Size) -> Bool {
    picture.columns.upperBound <= visible.columns && picture.lines.upperBound < visible.rows
  }

  /// Kitty's pictures lie over the text; pixels of other protocols go when the cells are written again.
  private func takeOff(but pictures: [PlacedPicture], hasErased: Bool) {
    if hasLayer { Self.write(PixelPicture.kittyRemoval, at: Position(column: 0, row: 0)) }
    if hasErased { return }
    for picture in shown where picture.pixels.format != .kitty && !pictures.contains(picture) {
      cnc_redraw_rows(Int32(picture.lines.lowerBound), Int32(picture.lines.count))
    }
  }

  private static func write(_ bytes: [UInt8], at place: Position) {
    bytes.withUnsafeBytes {
      cnc_write_over(Int32(place.row), Int32(place.column), $0.baseAddress, $0.count, cnc_normal, 0)
    }
  }
}
