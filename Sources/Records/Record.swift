/// One row's object: its identity always, its fields only while it is hydrated.
///
/// A store makes at most one record for a row. Only the store changes it; everybody else reads.
public final class Record {
  /// The row's name.
  public let id: RecordID

  /// The fields' values in the schema's order, or nil while the record is not hydrated.
  public private(set) var values: [Value]?

  /// What the database holds for each field that differs from it, by the field's index.
  public private(set) var originals: [Int: Value] = [:]

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
    originals = [:]
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
    guard var values, values[index] != value else { return }
    let original = originals[index] ?? values[index]
    originals[index] = value == original ? nil : original
    values[index] = value
    self.values = values
  }

  /// Notes that the database now holds these values; a field that was set to something else meanwhile is
  /// dirty.
  package func settle(_ written: [Int: Value]) {
    guard let values else { return }
    for (index, value) in written {
      originals[index] = values[index] == value ? nil : value
    }
  }

  /// The bytes held for the fields: the objects' own sizes and the payload of texts and blobs.
  ///
  /// An estimate that leaves out what the allocator adds.
  public var byteCount: Int {
    guard let values else { return 0 }
    let held = values.reduce(0) { $0 + MemoryLayout<Value>.stride + $1.payloadByteCount }
    return originals.values.reduce(Self.fixedByteCount + held) {
      $0 + MemoryLayout<(Int, Value)>.stride + $1.payloadByteCount
    }
  }

  /// The object with its header, the array's header, and the entry in the store's table.
  private static let fixedByteCount = 32 + 32 + MemoryLayout<(RecordID, Record)>.stride
}
