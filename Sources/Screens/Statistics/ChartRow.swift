import Cells

struct ChartRow: Hashable, Sendable {
  struct Piece: Hashable, Sendable {
    var column: Int
    var width: Int
    var text: String
    var role = Role.content
    var alignment = Frame.Alignment.left
    var bar: Int?
    /// Whether the piece looks the same when its bar is selected: full blocks would hide the background,
    /// and the free part of a bar would look like the bar.
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
