import Records

/// What the inspector shows: figures of the store, of SQLite and of the system, as they were asked for last.
public struct InspectorState: Hashable, Sendable {
  /// What is held of the list's rows.
  public var map: RecordMap
  /// The statements that are visible, in the order in which they ended.
  public var statements: [StatementRecord]
  /// All groups of similar statements, those with the most runs first, if they are wanted.
  public var groups: [StatementGroup]
  /// How many statements the filter leaves.
  public var statementCount: Int
  /// Whether there were older ones, which are kept no more.
  public var isCut: Bool
  /// The figures of the last minutes, one a second, the latest last.
  public var history: [MemoryFigures]
  /// How many hydrated records nobody has looked at.
  public var unseenCount: Int
  /// The records that the budget would evict first.
  public var nextToGo: [ReleaseEntry]
  /// The bytes that records may hold.
  public var budget: Int
  /// The seconds by which the clock on the wall is ahead of UTC.
  public var secondsFromUTC: Int

  /// Makes a state of its parts.
  public init(
    map: RecordMap = RecordMap(), statements: [StatementRecord] = [], groups: [StatementGroup] = [],
    statementCount: Int = 0, isCut: Bool = false, history: [MemoryFigures] = [], unseenCount: Int = 0,
    nextToGo: [ReleaseEntry] = [], budget: Int = 0,
    secondsFromUTC: Int = 0
  ) {
    self.map = map
    self.statements = statements
    self.groups = groups
    self.statementCount = statementCount
    self.isCut = isCut
    self.history = history
    self.unseenCount = unseenCount
    self.nextToGo = nextToGo
    self.budget = budget
    self.secondsFromUTC = secondsFromUTC
  }
}
