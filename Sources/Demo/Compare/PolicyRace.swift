/// The same looks at the same records under each policy, with as much room for each.
public struct PolicyRace {
  /// What a policy came to.
  public struct Result: Hashable, Sendable {
    /// The policy.
    public let policy: EvictionPolicy
    /// The looks at a record that was held.
    public let hits: Int
    /// The looks at one that had to be read.
    public let misses: Int
    /// The records that had to go.
    public let evictions: Int
    /// The records that are held.
    public let held: Int

    /// The part of the looks that were hits, from 0 to 1.
    public var hitRate: Double { hits + misses > 0 ? Double(hits) / Double(hits + misses) : 0 }
  }

  /// The looks of a whole race.
  public static let lookCount = 5_000

  private let looks: [Int]
  private var caches: [RecordCache<Bool>]
  private var next = 0

  /// Begins a race of so many looks in a library of so many books.
  ///
  /// - Parameter budget: How many records there is room for.
  public init(books: Int, budget: Int, lookCount: Int = PolicyRace.lookCount) {
    looks = CompareTask(books: books, lookCount: lookCount).looks
    caches = EvictionPolicy.allCases.map { RecordCache(policy: $0, capacity: budget) }
  }

  /// Whether all looks are done.
  public var isOver: Bool { next == looks.count }

  /// How many looks are done.
  public var lookCount: Int { next }

  /// Does some more looks.
  public mutating func run(_ count: Int = .max) {
    for book in looks[next...].prefix(count) {
      for index in caches.indices where caches[index].look(book) == nil { _ = caches[index].keep(true, book) }
      next += 1
    }
  }

  /// What the policies came to so far.
  public var results: [Result] {
    caches.map {
      Result(policy: $0.policy, hits: $0.hits, misses: $0.misses, evictions: $0.evictions, held: $0.count)
    }
  }
}
