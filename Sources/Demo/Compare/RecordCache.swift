import SeededRandom

/// Records by their numbers, as many as there is room for.
struct RecordCache<Record> {
  /// Which record goes when there is no more room.
  let policy: EvictionPolicy
  /// How many records there is room for, at least 1.
  let capacity: Int
  private(set) var hits = 0
  private(set) var misses = 0
  private(set) var evictions = 0
  private var records: [Int: Record] = [:]
  /// When each record was looked at last, by counting looks.
  private var lastLooks: [Int: Int] = [:]
  /// The numbers of the records, in no order, for choosing one at random.
  private var numbers: [Int] = []
  private var random = SeededGenerator(seed: 7)

  init(policy: EvictionPolicy, capacity: Int = .max) { (self.policy, self.capacity) = (policy, capacity) }

  /// How many records are held.
  var count: Int { records.count }

  /// The record of a number, which counts as a look at it.
  mutating func look(_ number: Int) -> Record? {
    guard let record = records[number] else {
      misses += 1
      return nil
    }
    hits += 1
    note(number)
    return record
  }

  /// Keeps a record, and gives those that had to go for it.
  ///
  /// - Complexity: O(*n*) in the records that are held, for each that goes.
  mutating func keep(_ record: Record, _ number: Int) -> [(number: Int, record: Record)] {
    if records.updateValue(record, forKey: number) == nil { numbers.append(number) }
    note(number)
    return shrink()
  }

  /// Lets records go until there is room again.
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

  /// Changes a record that is held.
  mutating func change(_ number: Int, _ body: (inout Record) -> Void) {
    if var record = records[number] {
      body(&record)
      records[number] = record
    }
  }

  /// Lets all records go.
  mutating func removeAll() { (records, lastLooks, numbers) = ([:], [:], []) }

  private mutating func note(_ number: Int) { lastLooks[number] = hits + misses }

  /// The place of the record that goes next: never the one that was just looked at.
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
