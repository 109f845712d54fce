extension Frame {
  /// Where a text stands in the columns that it is given.
  public enum Alignment: Hashable, Sendable {
    /// At the first column.
    case left
    /// In the middle, a column to the left of it where that does not come out even.
    case center
    /// At the last column.
    case right
  }

  /// Writes a text into the columns from a place on, with `…` where it does not fit.
  ///
  /// Only whole grapheme clusters are written, and never beyond `width` columns or the row's end. Columns that the
  /// text does not reach stay as they are.
  ///
  /// - Returns: The columns that were written, `…` included.
  /// - Complexity: O(m) in the scalars that are shown, however long the text is.
  @discardableResult
  public mutating func write(
    _ text: String, at position: Position, width: Int, role: Role, align: Alignment = .left,
    keeping part: TextWidth.Part = .start
  ) -> Int {
    guard contains(position) else { return 0 }
    let room = min(width, size.columns - position.column)
    guard room > 0 else { return 0 }
    let glyphs = TextWidth.fit(text, columns: room, keeping: part)
    var place = position
    if align != .left {
      let free = room - glyphs.reduce(0) { $0 + $1.width }
      place.column += align == .center ? free / 2 : free
    }
    return put(glyphs, at: place, role: role)
  }

  /// Writes a text as far as the row goes.
  ///
  /// - Returns: The columns that were written.
  @discardableResult
  public mutating func write(_ text: String, at position: Position, role: Role) -> Int {
    write(text, at: position, width: size.columns, role: role)
  }
}
