/// Which lines of a long list a screen asks for, which holds only some of them.
public enum LinePart: Hashable, Sendable {
  /// The first.
  case first
  /// The last.
  case last
  /// Those above the line with this number, the nearest of them.
  case above(Int64)
  /// Those below the line with this number, the nearest of them.
  case below(Int64)
  /// This line and those above it again, in the place of all that is held.
  case upTo(Int64)
}
