import Records

/// One change of the history, or one step of several, as people read it.
public struct HistoryLine: NumberedLine {
  /// The number of the change, or of the step among steps; one further down has a smaller one.
  public var number: Int64
  /// The row, or nil if the database has its table no more.
  public var id: RecordID?
  /// When it was made, in the person's own time: `21 Nov 09:14`.
  public var time: String
  /// What was changed: `Author of “Lamp”: a → b`.
  public var what: String
  /// The same with all of its values that is shown of the chosen line.
  public var full: String
  /// What became of it.
  public var state: ChangeEntry.State
  /// The changes that the step has, if there are several.
  public var changes: Changes?

  /// The changes of a step.
  public struct Changes: Hashable, Sendable {
    /// The number of the step.
    public var step: Int64
    /// How many there are.
    public var count: Int
    /// How many of them have reached the database.
    public var writtenCount: Int
    /// How many of them are undone, if that is not so of all or none.
    public var undoneCount: Int

    /// Makes them of their parts.
    public init(step: Int64, count: Int, writtenCount: Int, undoneCount: Int = 0) {
      (self.step, self.count, self.writtenCount) = (step, count, writtenCount)
      self.undoneCount = undoneCount
    }
  }

  /// Makes a line of its parts.
  public init(
    number: Int64, id: RecordID?, time: String, what: String, full: String? = nil,
    state: ChangeEntry.State, changes: Changes? = nil
  ) {
    (self.number, self.id, self.time, self.what) = (number, id, time, what)
    self.full = full ?? what
    self.state = state
    self.changes = changes
  }
}
