import CNcurses
import Cells

/// The pixel pictures that the terminal shows over its cells; ncurses does not know them.
struct PictureLayer {
  private var shown: [PlacedPicture] = []

  /// Whether kitty's pictures are on the screen, which stay until they are removed.
  var hasLayer: Bool { shown.contains { $0.pixels.format == .kitty } }

  mutating func forget() { shown = [] }

  /// Takes effect with the next refresh.
  ///
  /// If `changed` is nil, all positions have changed.
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
