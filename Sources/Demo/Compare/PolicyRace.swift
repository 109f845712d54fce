/// The same accesses under each policy, with the same room.
public struct PolicyRace {
  /// The result of a policy.
  public struct Result: Hashable, Sendable {
    /// The policy.
    public let policy: EvictionPolicy
    /// The number of accesses to a record that was held.
    public let hits: Int
    /// The number of accesses to a record that had to be read.
    public let misses: Int
    /// The number of evicted records.
    public let evictions: Int
    /// The number of held records.
    public let held: Int

    /// The fraction of accesses that were hits, from 0 to 1.
    public var hitRate: Double { hits + misses > 0 ? Double(hits) / Double(hits + misses) : 0 }
  }

  /// The number of accesses in a race.
  public static let lookCount = 5_000

  private let looks: [Int]
  private var caches: [RecordCache<Bool>]
  private var next = 0

  /// Starts a race of accesses to a library; `budget` is how many records fit.
  public init(books: Int, budget: Int, lookCount: Int = PolicyRace.lookCount) {
    looks = CompareTask(books: books, lookCount: lookCount).looks
    caches = EvictionPolicy.allCases.map { RecordCache(policy: $0, capacity: budget) }
  }

  /// Whether all accesses are done.
  public var isOver: Bool { next == looks.count }

  /// The number of accesses done.
  public var lookCount: Int { next }

  /// Performs at most `count` more accesses.
  public mutating func run(_ count: Int = .max) {
    for book in looks[next...].prefix(count) {
      for index in caches.indices where caches[index].look(book) == nil { _ = caches[index].keep(true, book) }
      next += 1
    }
  }

  /// The results of the policies so far.
  public var results: [Result] {
    caches.map {
      Result(policy: $0.policy, hits: $0.hits, misses: $0.misses, evictions: $0.evictions, held: $0.count)
    }
  }
}
