/// A row of a list on which the mouse button was pressed.
struct HeldRow: Sendable {
  let row: Int
  /// Whether the row opens on release, because it was already selected and has not been dragged.
  var opens: Bool
}
