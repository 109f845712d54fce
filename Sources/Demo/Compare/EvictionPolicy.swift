/// Which record goes when there is no more room.
public enum EvictionPolicy: String, CaseIterable, Hashable, Sendable {
  /// The one whose last look is longest ago.
  case leastRecentlyUsed = "least recently used"
  /// Any.
  case random
  /// None: there is no limit.
  case none
}
