import Records

/// The data that the inspector has room for, and therefore requests.
public struct InspectorRequest: Hashable, Sendable {
  /// The cells of the map.
  public var cells: Int
  /// The number of visible statements.
  public var statementCount: Int
  /// How many newer statements are scrolled past.
  public var offset: Int
  /// The purpose of the statements, or nil for all.
  public var filter: StatementPurpose?
  /// Whether similar statements are grouped; if so, all groups are requested.
  public var isGrouped: Bool
  /// Whether the list of statements stands still.
  public var isFrozen: Bool
  /// How many of the records that the budget would evict first.
  public var nextToGoCount: Int
}
