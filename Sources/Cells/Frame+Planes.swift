extension Frame {
  /// What the frame shows: its rows, joined by newlines, without a newline at the end.
  ///
  /// The right half of a wide character adds nothing to its row.
  public var textPlane: String {
    plane { $0.text }
  }

  /// What the cells are: a letter for each column, rows joined by newlines, without a newline at the end.
  ///
  /// The letters are the raw values of `Role`.
  public var rolePlane: String {
    plane { String($0.role.rawValue) }
  }

  private func plane(_ text: (Cell) -> String) -> String {
    (0..<size.rows)
      .map { row in (0..<size.columns).map { text(self[$0, row]) }.joined() }
      .joined(separator: "\n")
  }
}
