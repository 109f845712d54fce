/// A row of a list on which the mouse button was pressed.
struct HeldRow: Sendable {
  /// The row of the screen.
  let row: Int
  /// Whether it opens when the button is released, because it was selected before and has not been dragged.
  var opens: Bool
}
