import Platform

/// The first of the added keys, as many as any screen shows.
struct FirstKeys {
  private var keys = KeyBlock()
  /// The last of the first keys, once there are enough of them; a greater one cannot be among them.
  private(set) var limit: KeyBlock.Entry?
  private var limitBytes: [UInt8] = []
  private let count, byteLimit: Int

  init(count: Int, byteLimit: Int) { (self.count, self.byteLimit) = (count, byteLimit) }

  mutating func offer(_ key: UnsafeRawBufferPointer) {
    if canHold(KeyBlock.Entry(key, at: 0)) { append(key) }
  }

  func canHold(_ key: KeyBlock.Entry) -> Bool {
    limit.map { (key.order, key.nextOrder) <= ($0.order, $0.nextOrder) } ?? true
  }

  /// Negative if every key with this start comes before the last of the first keys, zero if the starts are equal.
  func comparison(ofStart start: UnsafeRawBufferPointer) -> Int {
    guard limit != nil, let first = start.baseAddress else { return -1 }
    return limitBytes.withUnsafeBufferPointer { last in
      last.baseAddress.map { Int(memcmp(first, $0, min(start.count, last.count))) } ?? -1
    }
  }

  mutating func append(_ key: UnsafeRawBufferPointer) {
    keys.append(key)
    guard keys.count >= 4 * count || keys.count > count && keys.byteCount > byteLimit else { return }
    keys.sort()
    keys = keys.prefix(count)
    limit = keys.last
    limitBytes = keys.last.map(keys.bytes) ?? []
  }

  var rowids: [Int64] {
    var sorted = keys
    sorted.sort()
    var rowids: [Int64] = []
    sorted.prefix(count).forEach { rowids.append(KeyWriter.rowid(of: $0)) }
    return rowids
  }
}
