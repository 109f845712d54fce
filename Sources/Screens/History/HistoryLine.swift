import Records

/// One change of the history, or one step of several changes, as displayed.
public struct HistoryLine: NumberedLine {
  /// The number of the change, or of the step; numbers decrease from line to line.
  public var number: Int64
  /// The row, or nil if its table no longer exists.
  public var id: RecordID?
  /// When the change was made, in local time: `21 Nov 09:14`.
  public var time: String
  /// A description of the change: `Author of “Lamp”: a → b`.
  public var what: String
  /// The same text with longer values, for the selected line.
  public var full: String
  /// The state of the change.
  public var state: Change.State
  /// The number of changes of a step; 1 if the line is a change.
  public var count: Int
  /// The number of changes that have reached the database, if there are several.
  public var writtenCount: Int

  /// Makes a line.
  public init(
    number: Int64, id: RecordID?, time: String, what: String, full: String? = nil,
    state: Change.State, count: Int = 1, writtenCount: Int = 0
  ) {
    (self.number, self.id, self.time, self.what) = (number, id, time, what)
    self.full = full ?? what
    (self.state, self.count, self.writtenCount) = (state, count, writtenCount)
  }
}

extension HistoryLine: TextLine {
  package var texts: [String] { [time, full, HistoryWording.state(of: self)] }
}
