/// A piece of a line with a single role.
package struct Span: Hashable, Sendable {
  package var text: String
  package var role: Role
  /// The address that the text links to, if any.
  package var address: String?
  /// The columns that it takes; nil for as many as its text needs.
  package var columns: Int?

  package init(_ text: String, _ role: Role, address: String? = nil, columns: Int? = nil) {
    (self.text, self.role, self.address, self.columns) = (text, role, address, columns)
  }
}

extension [Span] {
  /// The columns that the spans occupy side by side.
  package var width: Int { reduce(0) { $0 + ($1.columns ?? TextWidth.width(of: $1.text)) } }
}

extension Frame {
  /// Writes spans side by side, with `…` if they do not fit.
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
