/// Which record is evicted when there is no more room.
public enum EvictionPolicy: String, CaseIterable, Hashable, Sendable {
  /// The least recently accessed one.
  case leastRecentlyUsed = "least recently used"
  /// A random one.
  case random
  /// None: there is no limit.
  case none
}
