package struct SyncFigures: Hashable, Sendable {
  package var arrivedCount = 0
  package var sentCount = 0
  /// The files of this machine that were uploaded.
  package var carriedCount = 0
  /// The rows that got a new key, because another machine had used theirs for another row.
  package var movedCount = 0
  /// The changes of rows that no machine has ever sent.
  package var unknownCount = 0

  mutating func add(_ other: SyncFigures) {
    arrivedCount += other.arrivedCount
    sentCount += other.sentCount
    carriedCount += other.carriedCount
    movedCount += other.movedCount
    unknownCount += other.unknownCount
  }
}
