import Records

/// What the inspector has room for, and so wants to know.
public struct InspectorRequest: Hashable, Sendable {
  /// The cells of the map.
  public var cells: Int
  /// The statements that are visible.
  public var statementCount: Int
  /// How many newer statements are passed over.
  public var offset: Int
  /// What the statements are for, or nil if all are wanted.
  public var filter: StatementPurpose?
  /// Whether similar statements are put together; all groups are wanted then.
  public var isGrouped: Bool
  /// Whether the statements stay as they are.
  public var isFrozen: Bool
  /// The records that the budget would evict first.
  public var nextToGoCount: Int
}
