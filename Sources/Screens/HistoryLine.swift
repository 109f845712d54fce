import Records

/// One change of the history, as people read it.
public struct HistoryLine: Hashable, Sendable {
  /// The change's number; a later one has a greater one.
  public var number: Int64
  /// The row, or nil where the database has its table no more.
  public var id: RecordID?
  /// When it was made, in the person's own time: `21 Nov 09:14`.
  public var time: String
  /// What was changed: `Author of “Lamp”: a → b`.
  public var what: String
  /// What became of it.
  public var state: ChangeEntry.State

  /// Makes a line of its parts.
  public init(number: Int64, id: RecordID?, time: String, what: String, state: ChangeEntry.State) {
    self.number = number
    self.id = id
    self.time = time
    self.what = what
    self.state = state
  }
}
