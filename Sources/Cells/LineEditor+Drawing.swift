extension LineEditor {
  /// Draws the part of the text around the cursor and shows the terminal's cursor there.
  ///
  /// A text that fits, with a column for the cursor behind it, stands still; of a longer one so much is shown that
  /// a quarter of the columns lie ahead of the cursor, and where its start is cut an ellipsis stands for that.
  ///
  /// - Complexity: O(m) in the scalars of the clusters that are shown, however long the text is.
  public func draw(on frame: inout Frame, at position: Position, width: Int, role: Role) {
    guard frame.contains(position) else { return }
    let width = min(width, frame.size.columns - position.column)
    guard width > 0 else { return }
    let view = visible(columns: width)
    frame.fill(row: position.row, columns: position.column..<position.column + width, role: role)
    frame.put(view.glyphs, at: position, role: role)
    frame.cursor = Position(column: position.column + view.cursor, row: position.row)
  }

  /// What shows of the text in so many columns, and the cursor's column in them.
  ///
  /// - Precondition: There is at least one column.
  func visible(columns: Int) -> (glyphs: [Glyph], cursor: Int) {
    let ahead = columnsAhead(atMost: max(columns / 4, 1), of: columns)
    var (start, before) = TextWidth.tail(of: text[..<cursorIndex], columns: columns - ahead)
    var run = GlyphRun()
    if start > text.startIndex, columns - ahead > 2 {
      (start, before) = TextWidth.tail(of: text[..<cursorIndex], columns: columns - ahead - 1)
      before += 1
      run.append(TextWidth.ellipsis)
    }
    for character in text[start...] {
      let count = run.glyphs.count
      run.append(character)
      guard run.width <= columns else {
        run.cut(to: count)
        break
      }
    }
    return (run.glyphs, before)
  }

  /// The columns to keep for what follows the cursor: the cluster under it where that fits, and up to a limit more.
  private func columnsAhead(atMost limit: Int, of columns: Int) -> Int {
    var width = 0
    for character in text[cursorIndex...] {
      let step = TextWidth.width(of: character)
      if width >= limit || width + step > columns { return max(width, 1) }
      width += step
    }
    // The cursor behind the end has a column of its own.
    return min(width + 1, columns)
  }
}
