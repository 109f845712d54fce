/// A picture made of characters, each with its ink.
public struct Picture: Hashable, Sendable {
  /// The rows from the top; each has cells of one column, and no more than there was room for.
  public let rows: [[Cell]]
  /// The same picture for a terminal that has pixels, if it was made.
  public var pixels: PixelPicture?

  /// Makes a picture of rows of cells.
  ///
  /// - Precondition: Every cell is one column wide.
  init(rows: [[Cell]]) { self.rows = rows }

  /// Reads a picture as programs print it: characters and SGR sequences (ECMA-48), a line for each row.
  ///
  /// The bytes are not trusted. Every other sequence and control character is left out, and so is what lies outside of
  /// `size`; what is not a character of one column is a blank. Nil if no character is left.
  ///
  /// - Complexity: O(*n*) in the bytes.
  public init?(printed bytes: [UInt8], size: Size) {
    var reader = PictureReader(size: size)
    reader.read(bytes)
    guard reader.rows.contains(where: { !$0.isEmpty }) else { return nil }
    let last = reader.rows.lastIndex { !$0.isEmpty } ?? 0
    rows = Array(reader.rows[...last])
  }

  /// The cells that it takes.
  public var size: Size { Size(columns: rows.map(\.count).max() ?? 0, rows: rows.count) }
}

extension Frame {
  /// Draws one row of a picture from a place on, within the frame and `width` columns.
  public mutating func draw(_ picture: Picture, row: Int, at position: Position, width: Int) {
    guard picture.rows.indices.contains(row), width > 0 else { return }
    if row == 0 { place(picture, at: position) }
    put(picture.rows[row].prefix(width), at: position)
  }
}
