/// One row of a list: its key, its title and its state.
public struct ListRow: Hashable, Sendable {
  /// The row's ID.
  public var id: RecordID
  /// The title field's value, including an edit that is not written yet.
  public var title: Value
  /// How much of the row the store holds.
  public var state: RecordState
  /// Whether another program changed a field that was also edited here.
  public var isInConflict: Bool
  /// In a joining table, the titles of the joined rows; otherwise nil.
  public var joinedTitle: String?
  /// The values shown beside the title, including unwritten edits, in the order of `ListWindow.fields`.
  public var values: [ShownValue]

  package init(
    id: RecordID, title: Value, state: RecordState, isInConflict: Bool = false, joinedTitle: String? = nil,
    values: [ShownValue] = []
  ) {
    (self.id, self.title, self.state, self.isInConflict) = (id, title, state, isInConflict)
    (self.joinedTitle, self.values) = (joinedTitle, values)
  }
}

/// A field's value as shown beside the title in a list, cut to fit a line.
public enum ShownValue: Hashable, Sendable {
  case value(Value)
  /// Only the size was read.
  case bytes(Int)
  case awaited

  /// NULL.
  public static let null = ShownValue.value(.null)
}
