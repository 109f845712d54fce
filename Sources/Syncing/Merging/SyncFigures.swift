/// How many rows a sync has moved.
package struct SyncFigures: Hashable, Sendable {
  /// Changes of other machines that were taken.
  package var arrivedCount = 0
  /// Changes of this machine that were sent.
  package var sentCount = 0
  /// Files of this machine that were carried.
  package var carriedCount = 0
  /// Rows that got another key, because another machine had given theirs to another row.
  package var movedCount = 0
  /// Changes of rows that nobody has ever sent.
  package var unknownCount = 0

  mutating func add(_ other: SyncFigures) {
    arrivedCount += other.arrivedCount
    sentCount += other.sentCount
    carriedCount += other.carriedCount
    movedCount += other.movedCount
    unknownCount += other.unknownCount
  }
}
