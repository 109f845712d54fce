/// How a terminal shows pixel pictures.
public struct PixelScreen: Hashable, Sendable {
  /// The protocol.
  public let format: PixelProtocol
  /// The width of a cell in pixels.
  public let cellWidth: Int
  /// The height of a cell in pixels.
  public let cellHeight: Int
  /// A cell's height divided by its width.
  public let cellRatio: Double

  /// Describes a terminal; nil if its cell size in pixels is unknown but needed.
  ///
  /// An unknown size counts as 10 by 20, except for Sixel, which needs exact pixels. Sizes are limited to 32 by 64: nobody
  /// could see more, and the transfer would be slow.
  public init?(_ format: PixelProtocol, cellWidth: Int, cellHeight: Int) {
    let isKnown = cellWidth > 0 && cellHeight > 0
    if !isKnown || cellWidth > 32 || cellHeight > 64, format == .sixel { return nil }
    self.format = format
    self.cellWidth = isKnown ? min(cellWidth, 32) : 10
    self.cellHeight = isKnown ? min(cellHeight, 64) : 20
    cellRatio = isKnown ? Double(cellHeight) / Double(cellWidth) : 2
  }
}
