/// A hydrated record's contents at one moment, which survive a memory warning.
public struct RecordSnapshot: Hashable, Sendable {
  /// The row's ID.
  public var id: RecordID
  /// The values in the order of the schema's fields; NULL for values described in `large`.
  public var values: [Value]
  /// Descriptions of the values that are too large to be read with the others, in field order.
  public var large: [LargeField]
  /// The record's state at that moment.
  public var state: RecordState
  /// The rows that the foreign keys refer to.
  public var links: [Link]
  /// The fields that were edited here and changed by another program.
  public var conflicts: [Int]

  /// The database's values of unwritten fields, as far as they were read, by field.
  public var originals: [Int: Value]

  /// A row that a foreign key refers to.
  public struct Link: Hashable, Sendable {
    /// The first field of the foreign key, by its index in the schema.
    public var field: Int
    /// The referenced row.
    public var target: RecordID
    /// The title of the referenced row.
    public var title: Value

    package init(field: Int, target: RecordID, title: Value) {
      (self.field, self.target, self.title) = (field, target, title)
    }
  }

  package init(
    id: RecordID, values: [Value], large: [LargeField] = [], state: RecordState, links: [Link] = [],
    conflicts: [Int] = [], originals: [Int: Value] = [:]
  ) {
    (self.id, self.values, self.large, self.state, self.links) = (id, values, large, state, links)
    (self.conflicts, self.originals) = (conflicts, originals)
  }

  /// The description of a field's value that was not read with the others.
  public func large(at field: Int) -> LargeValue? { large.first { $0.index == field }?.value }

  /// The values with the beginnings of large ones, for display only.
  public var shownValues: [Value] {
    var shown = values
    for field in large { shown[field.index] = field.value.shown }
    return shown
  }
}
