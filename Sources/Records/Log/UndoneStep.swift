/// What an undo or a redo has done, for the sentence about it.
///
/// Such a sentence is: Undone: Author of “Lamp”.
public struct UndoneStep: Hashable, Sendable {
  /// What the changes did that were undone, or done again.
  public var kind: ChangeEntry.Kind
  /// The first of the rows.
  public var id: RecordID
  /// That row's title.
  public var title: Value
  /// The field that was set, or nil where rows were inserted or deleted, or where it is not the same for all.
  public var field: Int?
  /// How many rows or fields are so, mostly one.
  public var count: Int
  /// How many rows went, or fields changed, along with those, by a foreign key.
  public var otherCount: Int
  /// How many more rows or fields of the kind of the first one stay as they are, because they cannot be undone.
  public var leftOutCount = 0
  /// How many rows or fields stay so that had changed along with others.
  public var otherLeftOutCount = 0
  /// How many of the fields that were set are in conflict with what somebody else has written.
  public var conflictCount = 0
  /// What the change did to the table's columns that was undone, or done again; nil if it was one of rows or values.
  public var fieldChange: FieldChange?
  /// The origin of the step; nil if its changes say enough.
  public var origin: StepOrigin?

  /// Makes a step of its parts.
  public init(
    kind: ChangeEntry.Kind, id: RecordID, title: Value, field: Int? = nil, count: Int = 1, otherCount: Int = 0
  ) {
    self.kind = kind
    self.id = id
    self.title = title
    self.field = field
    self.count = count
    self.otherCount = otherCount
  }
}
