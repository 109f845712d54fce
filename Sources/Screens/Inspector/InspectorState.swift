import Records

/// The contents of the inspector: the latest figures of the store, of SQLite and of the system.
public struct InspectorState: Hashable, Sendable {
  /// The state of the list's rows in memory.
  public var map: RecordMap
  /// The visible statements, in the order in which they ended.
  public var statements: [StatementRecord]
  /// All groups of similar statements, those with the most runs first; empty unless they were requested.
  public var groups: [StatementGroup]
  /// The number of statements that pass the filter.
  public var statementCount: Int
  /// Whether older statements have been dropped.
  public var isCut: Bool
  /// The figures of the last minutes, one per second, the latest last.
  public var history: [MemoryFigures]
  /// The number of hydrated records that have never been accessed.
  public var unseenCount: Int
  /// The records that the budget would evict first.
  public var nextToGo: [ReleaseEntry]
  /// The memory budget of the records in bytes.
  public var budget: Int
  /// The local time's offset from UTC in seconds.
  public var secondsFromUTC: Int

  /// Makes a state.
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
