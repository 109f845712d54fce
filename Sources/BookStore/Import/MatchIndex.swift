/// The keys of rows by what they are recognised by, as hashes: 16 bytes for each row.
struct MatchIndex {
  private typealias Entry = (hash: UInt64, key: Int64)

  private var entries: [Entry] = []
  private var isSorted = true
  /// The rows that this import has added.
  private var added: [UInt64: [Int64]] = [:]

  /// Whether it has no rows at all.
  var isEmpty: Bool { entries.isEmpty && added.isEmpty }

  /// Adds a row while the index is built.
  mutating func append(_ hash: UInt64, _ key: Int64) {
    entries.append((hash, key))
    isSorted = false
  }

  /// Puts the entries in order, after which keys can be looked up.
  mutating func sort() {
    guard !isSorted else { return }
    entries.sort { $0.hash < $1.hash }
    isSorted = true
  }

  /// Adds a row that did not exist when the index was built.
  mutating func add(_ hash: UInt64, _ key: Int64) { added[hash, default: []].append(key) }

  /// The rows of a hash.
  ///
  /// - Complexity: O(log *n*).
  func keys(_ hash: UInt64) -> [Int64] {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].hash < hash { low = middle + 1 } else { high = middle }
    }
    let found = entries[low...].prefix { $0.hash == hash }.map(\.key)
    return found + (added[hash] ?? [])
  }
}
