/// One row's object: its identity always, its fields only while it is hydrated.
///
/// A store makes at most one record for a row. Only the store changes it; everybody else reads.
public final class Record {
  /// The row's name.
  public let id: RecordID

  /// The fields' values in the schema's order, or nil while the record is not hydrated.
  public private(set) var values: [Value]?

  /// What the database holds for each field that differs from it, in the order of the fields.
  ///
  /// An array rather than a dictionary, for a record has few changed fields and there may be many records.
  public private(set) var originals: [FieldValue] = []

  package init(id: RecordID) {
    self.id = id
  }

  /// How much of the row is held.
  public var state: RecordState {
    values == nil ? .known : originals.isEmpty ? .hydrated : .dirty
  }

  /// Takes what the database holds, which makes the record hydrated and clean.
  package func hydrate(_ values: [Value]) {
    self.values = values
    originals = []
  }

  /// Lets the fields go.
  ///
  /// - Precondition: The record is not dirty, for nothing unsaved is ever freed.
  package func dehydrate() {
    precondition(originals.isEmpty, "a dirty record was about to be freed")
    values = nil
  }

  /// Sets a field; a value that is already there changes nothing, and the original one makes the field clean.
  ///
  /// - Precondition: The record is hydrated.
  package func set(_ value: Value, at index: Int) {
    guard let current = values?[index] else { preconditionFailure("a field of an empty record was set") }
    guard value != current else { return }
    let original = originals.first { $0.index == index }?.value ?? current
    values?[index] = value
    setOriginal(original, at: index)
  }

  /// Keeps what the database holds for a field if the field differs from it.
  private func setOriginal(_ value: Value, at index: Int) {
    originals.removeAll { $0.index == index }
    guard values?[index] != value else { return }
    let place = originals.firstIndex { $0.index > index } ?? originals.endIndex
    originals.insert(FieldValue(index: index, value: value), at: place)
  }

  /// The fields that differ from the database, with the values that it is to hold, in the order of the fields.
  package var changes: [FieldValue] {
    guard let values else { return [] }
    return originals.map { FieldValue(index: $0.index, value: values[$0.index]) }
  }

  /// Notes that the database now holds these values; a field that was set to something else meanwhile is dirty.
  package func settle(_ written: [FieldValue]) {
    guard values != nil else { return }
    for change in written { setOriginal(change.value, at: change.index) }
  }

  /// Takes every change back.
  package func revert() {
    for original in originals { values?[original.index] = original.value }
    originals = []
  }

  /// The bytes held for the fields: the objects' own sizes and the payload of texts and blobs.
  ///
  /// An estimate that leaves out what the allocator adds.
  public var byteCount: Int {
    guard let values else { return 0 }
    let held = values.reduce(Self.fixedByteCount) { $0 + MemoryLayout<Value>.stride + $1.payloadByteCount }
    return originals.reduce(held) { $0 + MemoryLayout<FieldValue>.stride + $1.value.payloadByteCount }
  }

  /// The object with its header, the array's header, and the entry in the store's table.
  private static let fixedByteCount = 32 + 32 + MemoryLayout<(RecordID, Record)>.stride
}
