/// The result of an undo or redo, for a message such as: Undone: Author of “Lamp”.
public struct UndoneStep: Hashable, Sendable {
  /// The kind of the changes that were undone or redone.
  public var kind: Change.Kind
  /// The first affected row.
  public var id: RecordID
  /// The title of the first row.
  public var title: Value
  /// The field that was set; nil for inserted or deleted rows, or for different fields.
  public var field: Int?
  /// The number of rows or fields, usually one, and the number of those changed or deleted because of foreign keys.
  public var count, otherCount: Int
  /// The number of further rows or fields of the same kind that could not be undone.
  public var leftOutCount = 0
  /// The number of rows or fields changed as a side effect that could not be undone.
  public var otherLeftOutCount = 0
  /// The number of set fields that conflict with another program's changes.
  public var conflictCount = 0
  /// The change of columns that was undone or redone; nil for rows or values.
  public var fieldChange: FieldChange?
  /// The origin of the step; nil if its changes say enough.
  public var origin: StepOrigin?

  package init(
    kind: Change.Kind, id: RecordID, title: Value, field: Int? = nil, count: Int = 1, otherCount: Int = 0
  ) {
    (self.kind, self.id, self.title, self.field, self.count) = (kind, id, title, field, count)
    self.otherCount = otherCount
  }
}
