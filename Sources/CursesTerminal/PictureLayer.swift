import CNcurses
import Cells

/// The pictures of pixels that the terminal shows over its cells; ncurses knows nothing of them.
struct PictureLayer {
  private var shown: [PlacedPicture] = []

  /// Whether kitty's pictures are on the screen; they stay until they are taken off.
  var hasLayer: Bool { shown.contains { $0.pixels.format == .kitty } }

  /// Forgets what is shown; the terminal has erased it, or will.
  mutating func forget() { shown = [] }

  /// Has the next refresh show a frame's pictures, and no others.
  ///
  /// - Parameters:
  ///   - frame: The frame, whose cells were given to ncurses.
  ///   - changed: The places whose cells are others than in the frame before; nil for all.
  ///   - visible: The part of the frame that is on the screen.
  mutating func show(_ frame: Frame, changed: [Position]?, _ visible: Size) {
    if frame.pictures.isEmpty && shown.isEmpty { return }
    let pictures = frame.visiblePictures.filter { Self.fits($0, visible) }
    let isSame = pictures == shown && changed.map { !Self.isTouched(pictures, $0) } ?? false
    if isSame { return }
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

  /// Takes off what is shown.
  ///
  /// Kitty's lie over the text; the pixels of others go when the cells are written again.
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
