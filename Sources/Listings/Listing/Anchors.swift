import Records

/// Known places in a listing's order; an anchor stays true when its own row is deleted.
struct Anchors {
  /// Exactly `position` rows come up to and including `key`.
  struct Anchor: Hashable, Sendable {
    var position: Int
    var key: RecordID
  }

  private var anchors: [Anchor] = []

  var count: Int { anchors.count }

  /// Does nothing if the position has an anchor; O(log *n*) at the end, otherwise O(*n*).
  mutating func insert(_ anchor: Anchor) {
    let place = index { $0.position < anchor.position }
    guard place == anchors.endIndex || anchors[place].position != anchor.position else { return }
    anchors.insert(anchor, at: place)
  }

  func last(upTo position: Int) -> Anchor? {
    let place = index { $0.position <= position }
    return place > 0 ? anchors[place - 1] : nil
  }

  func first(from position: Int) -> Anchor? {
    let place = index { $0.position < position }
    return place < anchors.endIndex ? anchors[place] : nil
  }

  /// The anchors that satisfy the predicate must precede the others; it is called O(log *n*) times.
  func count<Failure: Error>(
    where isBefore: (RecordID) throws(Failure) -> Bool
  ) throws(Failure) -> Int {
    try index { anchor throws(Failure) in try isBefore(anchor.key) }
  }

  func last(ofFirst count: Int) -> Anchor? { count > 0 ? anchors[count - 1] : nil }

  /// Notes that a row was inserted (1) or deleted (-1) after the first anchors.
  mutating func shift(behindFirst count: Int, by difference: Int) {
    for place in count..<anchors.endIndex { anchors[place].position += difference }
  }

  mutating func removeAll() { anchors = [] }

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
  package func isBefore(_ rowid: Int64) -> Bool {
    if let own = self.rowid { own < rowid } else { false }
  }
}
