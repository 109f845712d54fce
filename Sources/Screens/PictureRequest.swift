import Cells
import Records

/// A picture that a screen has room for.
public struct PictureRequest: Hashable, Sendable {
  /// The record whose photo it is.
  public let id: RecordID
  /// The photo's field, by its index in the schema.
  public let field: Int
  /// The cells that there is room for; the picture has its shape in them.
  public let size: Size
  /// The pixels that the photo says it has.
  public let pixelCount: Int
  /// Which of the values that the field has had on the screen.
  let version: Int

  init?(id: RecordID, field: Int, pixels: ImageInfo.PixelSize, room: Size, version: Int) {
    guard let size = Self.fit(pixels, in: room) else { return nil }
    (self.id, self.field, self.size, self.version) = (id, field, size, version)
    pixelCount = pixels.width.multipliedReportingOverflow(by: pixels.height).partialValue
  }

  /// The cells, twice as high as wide, that a picture takes: as large as there is room for, with a column for a pixel at
  /// most; nil where too little is left to show anything.
  static func fit(_ pixels: ImageInfo.PixelSize, in room: Size) -> Size? {
    guard pixels.width > 0, pixels.height > 0, room.columns >= 4, room.rows >= 2 else { return nil }
    let (width, height) = (Double(pixels.width), Double(pixels.height))
    let columns = min(Double(room.columns), width, Double(room.rows) * 2 * width / height)
    return Size(columns: max(1, Int(columns)), rows: max(1, Int((columns * height / width / 2).rounded())))
  }
}
