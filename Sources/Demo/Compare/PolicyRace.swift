/// The same accesses under each policy, with the same room.
struct PolicyRace {
  struct Result: Hashable, Sendable {
    let policy: EvictionPolicy
    let hits, misses, evictions, held: Int
  }

  static let lookCount = 5_000

  private let looks: [Int]
  private var caches: [RecordCache<Bool>]
  private var next = 0

  init(books: Int, budget: Int, lookCount: Int = PolicyRace.lookCount) {
    looks = CompareTask(books: books, lookCount: lookCount).looks
    caches = EvictionPolicy.allCases.map { RecordCache(policy: $0, capacity: budget) }
  }

  var isOver: Bool { next == looks.count }

  var lookCount: Int { next }

  mutating func run(_ count: Int = .max) {
    for book in looks[next...].prefix(count) {
      for index in caches.indices where caches[index].look(book) == nil { _ = caches[index].keep(true, book) }
      next += 1
    }
  }

  var results: [Result] {
    caches.map {
      Result(policy: $0.policy, hits: $0.hits, misses: $0.misses, evictions: $0.evictions, held: $0.count)
    }
  }
}
