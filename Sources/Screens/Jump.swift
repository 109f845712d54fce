/// A place of the list to go to.
public enum Jump: Hashable, Sendable {
  /// The row with this number, counted from 1; the last row if there are fewer.
  case row(Int)
  /// The row after this part of the list, from 0 (the first row) to 100 (the last).
  case percent(Int)
  /// The last row, however many there are.
  case end
  /// The first row from which on the texts that the list is ordered by begin with this character or one after it.
  case firstTitle(from: Character)
}
