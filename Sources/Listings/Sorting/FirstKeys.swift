import Platform

/// The keys that come first among those that were added, as many as any screen shows.
struct FirstKeys {
  private var keys = KeyBlock()
  /// The last of the first keys, once there are enough of them; a greater one cannot be among them.
  private(set) var limit: KeyBlock.Entry?
  private var limitBytes: [UInt8] = []
  private let count: Int
  private let byteLimit: Int

  /// - Parameters:
  ///   - count: How many there are.
  ///   - byteLimit: The memory for them and for those that may yet be dropped, if there are enough.
  init(count: Int, byteLimit: Int) { (self.count, self.byteLimit) = (count, byteLimit) }

  /// Adds a key if it can be among the first.
  mutating func offer(_ key: UnsafeRawBufferPointer) {
    if canHold(KeyBlock.Entry(key, at: 0)) { append(key) }
  }

  /// Whether a key can be among the first.
  func canHold(_ key: KeyBlock.Entry) -> Bool {
    limit.map { (key.order, key.nextOrder) <= ($0.order, $0.nextOrder) } ?? true
  }

  /// Compares the start of a key with the last of the first keys: less than zero if every key with that start comes before it,
  /// zero if it has the same start.
  func comparison(ofStart start: UnsafeRawBufferPointer) -> Int {
    guard limit != nil, let first = start.baseAddress else { return -1 }
    return limitBytes.withUnsafeBufferPointer { last in
      last.baseAddress.map { Int(memcmp(first, $0, min(start.count, last.count))) } ?? -1
    }
  }

  /// Adds a key.
  mutating func append(_ key: UnsafeRawBufferPointer) {
    keys.append(key)
    guard keys.count >= 4 * count || keys.count > count && keys.byteCount > byteLimit else { return }
    keys.sort()
    keys = keys.prefix(count)
    limit = keys.last
    limitBytes = keys.last.map(keys.bytes) ?? []
  }

  /// The rowids of the first keys, in their order.
  var rowids: [Int64] {
    var sorted = keys
    sorted.sort()
    var rowids: [Int64] = []
    sorted.prefix(count).forEach { rowids.append(KeyWriter.rowid(of: $0)) }
    return rowids
  }
}
