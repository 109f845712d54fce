import SeededRandom

struct RecordCache<Record> {
  let policy: EvictionPolicy
  let capacity: Int
  private(set) var hits = 0
  private(set) var misses = 0
  private(set) var evictions = 0
  private var records: [Int: Record] = [:]
  private var lastLooks: [Int: Int] = [:]
  /// In no particular order, for random choice.
  private var numbers: [Int] = []
  private var random = SeededGenerator(seed: 7)

  init(policy: EvictionPolicy, capacity: Int = .max) { (self.policy, self.capacity) = (policy, capacity) }

  var count: Int { records.count }

  mutating func look(_ number: Int) -> Record? {
    guard let record = records[number] else {
      misses += 1
      return nil
    }
    hits += 1
    note(number)
    return record
  }

  /// Returns the records evicted for this one; O(*n*) in the records held, for each eviction.
  mutating func keep(_ record: Record, _ number: Int) -> [(number: Int, record: Record)] {
    if records.updateValue(record, forKey: number) == nil { numbers.append(number) }
    note(number)
    return shrink()
  }

  private mutating func shrink() -> [(number: Int, record: Record)] {
    var gone: [(number: Int, record: Record)] = []
    while policy != .none, records.count > max(1, capacity), let place = victim {
      let number = numbers[place]
      numbers.swapAt(place, numbers.count - 1)
      numbers.removeLast()
      if let record = records.removeValue(forKey: number) { gone.append((number, record)) }
      lastLooks[number] = nil
      evictions += 1
    }
    return gone
  }

  mutating func change(_ number: Int, _ body: (inout Record) -> Void) {
    if var record = records[number] {
      body(&record)
      records[number] = record
    }
  }

  mutating func removeAll() { (records, lastLooks, numbers) = ([:], [:], []) }

  private mutating func note(_ number: Int) { lastLooks[number] = hits + misses }

  /// Never the record just accessed.
  private var victim: Int? {
    mutating get {
      switch policy {
      case .leastRecentlyUsed:
        return numbers.indices.min { lastLooks[numbers[$0]] ?? 0 < lastLooks[numbers[$1]] ?? 0 }
      case .random: return random.number(in: 0...(numbers.count - 2))
      case .none: return nil
      }
    }
  }
}

enum EvictionPolicy: String, CaseIterable, Hashable, Sendable {
  case leastRecentlyUsed = "least recently used"
  case random
  case none
}
