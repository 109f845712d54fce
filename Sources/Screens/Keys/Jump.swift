/// A place in the list to go to.
public enum Jump: Hashable, Sendable {
  /// The row with this number, counted from 1; the last row if there are fewer.
  case row(Int)
  /// From 0 (the first row) to 100 (the last).
  case percent(Int)
  case end
  /// The first row whose text in the list's order starts with this character or a later one.
  case firstTitle(from: Character)
}
