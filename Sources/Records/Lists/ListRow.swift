/// One row of a list: its key, its title and how much of it the store holds.
public struct ListRow: Hashable, Sendable {
  /// The row's name.
  public var id: RecordID
  /// The title field's value, with an edit that the database does not have yet.
  public var title: Value
  /// How much of the row the store holds.
  public var state: RecordState
  /// Whether somebody else has changed a field that was set here, too.
  public var isInConflict: Bool
  /// The titles of the rows that the row joins, if it is one of a joining table; nil otherwise.
  public var joinedTitle: String?
  /// The values that are shown beside the title, with edits that the database does not have yet; in the order of
  /// `ListWindow.fields`.
  public var values: [ShownValue]

  /// Makes a row of its parts.
  public init(
    id: RecordID, title: Value, state: RecordState, isInConflict: Bool = false, joinedTitle: String? = nil,
    values: [ShownValue] = []
  ) {
    self.id = id
    self.title = title
    self.state = state
    self.isInConflict = isInConflict
    self.joinedTitle = joinedTitle
    self.values = values
  }
}
