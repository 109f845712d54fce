import Records

/// Something that a dead session left undone: a field of a row, or a row.
struct AbandonedEntry: Hashable, Sendable {
  /// The numbers of the changes in the log, from the first to the last.
  var numbers: [Int64]
  /// The steps that they are of.
  var steps: [Int64]
  /// When the first and the last of them were made, in seconds since 1970.
  var times: ClosedRange<Double>
  /// All of them as one.
  var change: LoggedChange
  /// Whether their session has made changes later that are not in the log.
  var isDoubtful = false
  /// Whether it is of an undo or a redo.
  var isReversal = false
  /// The step that it is made again with in one transaction; nil for a field that somebody has set.
  var whole: Int64?

  /// Whether it was to be made in one transaction with the rows that come or go in its step.
  ///
  /// - Parameter isReference: Whether a change sets a field that points to a row, as foreign keys do.
  func isOfWhole(_ isReference: (LoggedChange) -> Bool) -> Bool {
    change.kind != .edit || isReversal || isReference(change)
  }
}
