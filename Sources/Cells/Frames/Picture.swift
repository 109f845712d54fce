/// A picture made of coloured characters.
public struct Picture: Hashable, Sendable {
  /// The rows from the top; each has cells of one column, at most as many as there was room for.
  public let rows: [[Cell]]
  /// The same picture in pixels, if it was made.
  public var pixels: PixelPicture?

  /// - Precondition: Every cell is one column wide.
  init(rows: [[Cell]]) { self.rows = rows }

  /// Reads a picture as programs print it: characters and SGR sequences (ECMA-48), one line per row.
  ///
  /// The bytes are not trusted. All other sequences, control characters and anything outside `size` are left out; a character
  /// that is not one column wide becomes a blank. Nil if no character is left.
  public init?(printed bytes: [UInt8], size: Size) {
    var reader = PictureReader(size: size)
    reader.read(bytes)
    guard reader.rows.contains(where: { !$0.isEmpty }) else { return nil }
    let last = reader.rows.lastIndex { !$0.isEmpty } ?? 0
    rows = Array(reader.rows[...last])
  }

  /// The size in cells.
  public var size: Size { Size(columns: rows.map(\.count).max() ?? 0, rows: rows.count) }
}

extension Frame {
  /// Draws one row of a picture, limited to the frame and `width` columns.
  public mutating func draw(_ picture: Picture, row: Int, at position: Position, width: Int) {
    guard picture.rows.indices.contains(row), width > 0 else { return }
    if row == 0 { place(picture, at: position) }
    put(picture.rows[row].prefix(width), at: position)
  }
}
