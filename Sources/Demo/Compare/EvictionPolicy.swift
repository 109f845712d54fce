/// Which record is evicted when there is no room left.
enum EvictionPolicy: String, CaseIterable, Hashable, Sendable {
  case leastRecentlyUsed = "least recently used"
  case random
  case none
}
