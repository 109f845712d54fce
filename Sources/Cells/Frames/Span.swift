package struct Span: Hashable, Sendable {
  package var text: String
  package var role: Role
  package var address: String?
  /// Nil for the width of the text.
  package var columns: Int?

  package init(_ text: String, _ role: Role, address: String? = nil, columns: Int? = nil) {
    (self.text, self.role, self.address, self.columns) = (text, role, address, columns)
  }
}

extension [Span] {
  package var width: Int { reduce(0) { $0 + ($1.columns ?? TextWidth.width(of: $1.text)) } }
}

extension Frame {
  package mutating func write(_ spans: [Span], at position: Position, width: Int) {
    var position = position
    let end = position.column + width
    for span in spans {
      let room = end - position.column
      guard room > 0 else { return }
      let width = min(room, span.columns ?? room)
      let written = write(span.text, at: position, width: width, role: span.role)
      let columns = position.column..<position.column + written
      if let address = span.address { link(address, row: position.row, columns: columns) }
      position.column += span.columns ?? written
    }
  }
}
