import Cells

/// A line of a drawn chart.
struct ChartRow: Hashable, Sendable {
  /// A text at a place of the line.
  struct Piece: Hashable, Sendable {
    var column: Int
    var width: Int
    var text: String
    var role = Role.content
    var alignment = Frame.Alignment.left
    /// The bar that the piece belongs to, if it does.
    var bar: Int?
    /// Whether the piece looks the same when its bar is selected: nothing of a ground would be seen behind full blocks.
    var keepsRole = false
  }

  /// A bar that can be selected on the line, with the column by which the arrow keys find it.
  struct Stop: Hashable, Sendable {
    var bar: Int
    var column: Int
  }

  var pieces: [Piece] = []
  var stops: [Stop] = []
}
