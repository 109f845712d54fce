/// Which changes of the history a screen asks for.
public enum HistoryPart: Hashable, Sendable {
  /// The newest.
  case newest
  /// The oldest.
  case oldest
  /// Those before this one, the nearest of them.
  case before(Int64)
  /// Those after this one, the nearest of them.
  case after(Int64)
  /// This one and those after it again, in the place of all that is held.
  case from(Int64)
}

extension HistoryPart {
  /// How many changes are asked for at once; a screen holds up to three times as many.
  public static let size = 200
  /// How many a screen holds.
  static let heldCount = 3 * size
}
