import Records

/// What is known of a listing's order: how many rows have keys up to and with certain keys.
///
/// An anchor stays true when its own row is deleted. A background builder may add anchors of its own.
struct Anchors {
  /// One known place: exactly `position` rows come up to and with `key`.
  struct Anchor: Hashable, Sendable {
    var position: Int
    var key: RecordID
  }

  private var anchors: [Anchor] = []

  /// How many there are.
  var count: Int { anchors.count }

  /// Adds an anchor unless its position has one.
  ///
  /// - Complexity: O(log *n*) at the end, otherwise O(*n*).
  mutating func insert(_ anchor: Anchor) {
    let place = index { $0.position < anchor.position }
    guard place == anchors.endIndex || anchors[place].position != anchor.position else { return }
    anchors.insert(anchor, at: place)
  }

  /// The last anchor at a position or before it.
  func last(upTo position: Int) -> Anchor? {
    let place = index { $0.position <= position }
    return place > 0 ? anchors[place - 1] : nil
  }

  /// The first anchor at a position or after it.
  func first(from position: Int) -> Anchor? {
    let place = index { $0.position < position }
    return place < anchors.endIndex ? anchors[place] : nil
  }

  /// How many anchors have keys for which something holds that holds for no key after them.
  ///
  /// - Complexity: O(log *n*) calls.
  func count<Failure: Error>(
    where isBefore: (RecordID) throws(Failure) -> Bool
  ) throws(Failure) -> Int {
    try index { anchor throws(Failure) in try isBefore(anchor.key) }
  }

  /// The last of the first anchors.
  func last(ofFirst count: Int) -> Anchor? { count > 0 ? anchors[count - 1] : nil }

  /// Notes that a row came (1) or went (-1) behind the first anchors.
  ///
  /// - Complexity: O(*n*).
  mutating func shift(behindFirst count: Int, by difference: Int) {
    for place in count..<anchors.endIndex { anchors[place].position += difference }
  }

  mutating func removeAll() {
    anchors = []
  }

  /// The number of anchors at the start for which something holds that holds for none after them.
  private func index<Failure: Error>(
    where isBefore: (Anchor) throws(Failure) -> Bool
  ) throws(Failure) -> Int {
    var range = anchors.startIndex..<anchors.endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = try isBefore(anchors[middle]) ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}

extension RecordID {
  /// Whether this is a rowid smaller than another.
  package func isBefore(_ rowid: Int64) -> Bool {
    if let own = self.rowid { own < rowid } else { false }
  }
}
