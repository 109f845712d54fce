import Records

/// The latest figures of the store, of SQLite and of the system.
public struct InspectorState: Hashable, Sendable {
  package var map: RecordMap
  package var statements: [StatementRecord]
  /// Groups of similar statements, the most frequent first; empty unless requested.
  package var groups: [StatementGroup]
  package var statementCount: Int
  package var isCut: Bool
  /// One entry per second, the latest last.
  package var history: [MemoryFigures]
  package var unseenCount: Int
  package var nextToGo: [ReleaseEntry]
  package var budget: Int
  /// The offset of the local time in seconds.
  package var secondsFromUTC: Int

  package init(
    map: RecordMap = RecordMap(), statements: [StatementRecord] = [], groups: [StatementGroup] = [],
    statementCount: Int = 0, isCut: Bool = false, history: [MemoryFigures] = [], unseenCount: Int = 0,
    nextToGo: [ReleaseEntry] = [], budget: Int = 0, secondsFromUTC: Int = 0
  ) {
    (self.map, self.statements, self.groups) = (map, statements, groups)
    (self.statementCount, self.isCut, self.history) = (statementCount, isCut, history)
    (self.unseenCount, self.nextToGo, self.budget) = (unseenCount, nextToGo, budget)
    self.secondsFromUTC = secondsFromUTC
  }
}

/// The data that the inspector has room for.
public struct InspectorRequest: Hashable, Sendable {
  package var cells: Int
  package var statementCount: Int
  package var offset: Int
  package var filter: StatementPurpose?
  /// If true, all groups of similar statements are requested.
  package var isGrouped: Bool
  package var isFrozen: Bool
  package var nextToGoCount: Int
}

/// A page of the inspector.
public enum InspectorPage: Hashable, Sendable {
  case store
  case record
  case account
}
