package struct SyncFigures: Hashable, Sendable {
  package var arrivedCount = 0
  package var sentCount = 0
  /// The rows that got another key here, because two machines had given one key to two rows.
  package var movedCount = 0

  package init() {}
}
