import Cells
import Records

/// A picture that a screen has room for.
public struct PictureRequest: Hashable, Sendable {
  /// The record of the photo, or nil for the record being typed.
  public let id: RecordID?
  /// The photo's field, by its index in the schema.
  public let field: Int
  /// The available cells.
  public let room: Size
  /// Tells the successive values of the field on the screen apart.
  let version: Int

  /// Fails if the picture is known to have no pixels, or if there is too little room.
  init?(id: RecordID?, field: Int, pixels: ImageInfo.PixelSize?, room: Size, version: Int) {
    guard room.columns >= 4, room.rows >= 2, pixels.map({ $0.width > 0 && $0.height > 0 }) ?? true else {
      return nil
    }
    (self.id, self.field, self.room, self.version) = (id, field, room, version)
  }

  /// The cells that a picture takes: as large as fits, with at most one column per pixel.
  ///
  /// - Parameter cellRatio: A cell's height divided by its width.
  public func size(of pixels: ImageInfo.PixelSize, cellRatio: Double = 2) -> Size {
    let (width, height) = (Double(max(1, pixels.width)), Double(max(1, pixels.height)))
    let columns = min(Double(room.columns), width, Double(room.rows) * cellRatio * width / height)
    let rows = min(Double(room.rows), (columns * height / width / cellRatio).rounded())
    return Size(columns: max(1, Int(columns)), rows: max(1, Int(rows)))
  }
}
