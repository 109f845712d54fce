/// How a terminal shows pictures of pixels.
public struct PixelScreen: Hashable, Sendable {
  /// The way in which it takes them.
  public let format: PixelProtocol
  /// The pixels of a cell, from side to side.
  public let cellWidth: Int
  /// The pixels of a cell, from top to bottom.
  public let cellHeight: Int
  /// A cell's height divided by its width.
  public let cellRatio: Double

  /// Makes a terminal that shows pictures in one of the ways; nil if it does not know the pixels of a cell and must.
  ///
  /// Where they are not known, 10 by 20 are taken, unless the pixels are put on the screen one by one, as those of Sixel
  /// are. More than 32 by 64 are nothing that anybody could see, and take much to send.
  public init?(_ format: PixelProtocol, cellWidth: Int, cellHeight: Int) {
    let isKnown = cellWidth > 0 && cellHeight > 0
    if !isKnown || cellWidth > 32 || cellHeight > 64, format == .sixel { return nil }
    self.format = format
    self.cellWidth = isKnown ? min(cellWidth, 32) : 10
    self.cellHeight = isKnown ? min(cellHeight, 64) : 20
    cellRatio = isKnown ? Double(cellHeight) / Double(cellWidth) : 2
  }
}
