/// A row's object: it always has an identity, and has fields only while it is hydrated.
///
/// A store creates at most one record per row, and only the store changes it. Exclusivity checks are off because a write-back
/// visits very many records: each access here ends before the next begins.
public final class Record {
  /// The row's ID.
  public let id: RecordID

  /// The fields' values, with NULL for the lazy group (see `value(at:)`); nil while the record is not hydrated.
  public private(set) var values: [Value]?

  private var lazyFields: [LazyField] = []

  /// Usually the only changed field; avoiding an array speeds up write-backs.
  private var firstOriginal = Value.null
  /// The first dirty field, or -1; SQLite's column limit fits into 16 bits.
  private var firstChanged: Int16 = -1
  private var place: Int32 = -1
  private var otherOriginals: [FieldValue] = []

  /// The estimated bytes of the fields with the store's entries for the record, without the allocator's overhead.
  public private(set) var byteCount = 0

  /// On the store's access counter, for LRU eviction.
  package var lastUse = 0

  package var isSeen = false

  /// In seconds of a monotonic clock.
  package var dirtySince = 0.0

  /// Changes with every change of the fields.
  package private(set) var edition: UInt32 = 0

  package init(id: RecordID) { self.id = id }

  /// - Precondition: No value belongs to the lazy group.
  package init(id: RecordID, holding values: [Value]) {
    self.id = id
    byteCount = Self.byteCount(of: values)
    edition = 1
    self.values = values
  }

  /// The position in the store's list of dirty records, which saves a search.
  package var dirtyPlace: Int? {
    get { place < 0 ? nil : Int(place) }
    set { place = Int32(newValue ?? -1) }
  }

  /// How much of the row is held.
  public var state: RecordState { values == nil ? .known : isChanged ? .dirty : .hydrated }

  private var isChanged: Bool { firstChanged >= 0 }

  /// The database's values of the dirty fields, in field order.
  public private(set) var originals: [FieldValue] {
    get {
      isChanged ? [FieldValue(index: Int(firstChanged), value: firstOriginal)] + otherOriginals : []
    }
    set {
      firstChanged = Int16(newValue.first?.index ?? -1)
      firstOriginal = newValue.first?.value ?? .null
      // An emptied array would keep its memory.
      otherOriginals = newValue.count > 1 ? Array(newValue.dropFirst()) : []
    }
  }

  /// Takes the database's values; the record is then hydrated and clean.
  ///
  /// - Parameter large: Descriptions of the values that were not read and are NULL in `values`.
  package func hydrate(_ values: [Value], large: [LargeField] = []) {
    self.values = values
    lazyFields = large.map { LazyField(field: $0) }
    edition &+= 1
    if isChanged { originals = [] }
    byteCount = Self.byteCount(of: values)
    for field in lazyFields { byteCount += Self.byteCount(of: field) }
  }

  /// - Precondition: The record is clean; unsaved data is never freed.
  package func dehydrate() {
    precondition(!isChanged, "a dirty record was about to be freed")
    values = nil
    lazyFields = []
    byteCount = 0
  }

  /// Sets a field; setting the original value makes the field clean.
  ///
  /// - Precondition: The record is hydrated and, for a field of the lazy group, holds its value.
  package func set(_ value: Value, at index: Int) {
    takeOutOfLazyGroup(index)
    guard let current = values?[index] else { preconditionFailure("a field of an empty record was set") }
    let original = original(at: index) ?? current
    values?[index] = value
    edition &+= 1
    byteCount += Self.byteCount(of: value) - Self.byteCount(of: current)
    setOriginal(original, at: index)
    putIntoLazyGroup(index)
  }

  package func original(at index: Int) -> Value? {
    if Int(firstChanged) == index { return firstOriginal }
    return otherOriginals.first { $0.index == index }?.value
  }

  private func setOriginal(_ value: Value, at index: Int) {
    var originals = originals
    if let place = originals.firstIndex(where: { $0.index == index }) {
      byteCount -= Self.byteCount(of: originals.remove(at: place))
    }
    if values?[index] != value {
      let original = FieldValue(index: index, value: value)
      originals.insert(original, at: originals.firstIndex { $0.index > index } ?? originals.endIndex)
      byteCount += Self.byteCount(of: original)
    }
    self.originals = originals
  }

  package func hasChanged(just fields: [Int]) -> Bool {
    guard let first = fields.first else { return !isChanged }
    guard first == Int(firstChanged), fields.count == otherOriginals.count + 1 else { return false }
    // Usually there is only one field, and a slice costs a reference.
    return fields.count == 1 || otherOriginals.elementsEqual(fields[1...]) { $0.index == $1 }
  }

  /// Appends the new values of the dirty fields, in field order, and then their original values.
  package func packChanges(into packed: inout PackedValues) {
    guard let values, isChanged else { return }
    packed.append(values[Int(firstChanged)])
    for original in otherOriginals { packed.append(values[original.index]) }
    packed.append(firstOriginal)
    for original in otherOriginals { packed.append(original.value) }
  }

  /// Notes that the database now holds these values; a field that was set again meanwhile stays dirty.
  ///
  /// - Parameters:
  ///   - written: Evaluated only if the values have to be compared.
  ///   - edition: The record's edition when these were all of its changes.
  package func settle(_ fields: [Int], _ written: @autoclosure () -> [Value], of edition: UInt32) {
    guard edition != self.edition else { return settle() }
    rebase(zip(fields, written()).map { FieldValue(index: $0, value: $1) })
  }

  /// Notes that the database now holds these values; a field with another value is dirty.
  package func rebase(_ held: [FieldValue]) {
    guard values != nil else { return }
    for field in held {
      // A value dropped meanwhile was clean, so it is the written one.
      if value(at: field.index) == nil { hold(field.value, at: field.index) }
      takeOutOfLazyGroup(field.index)
      setOriginal(field.value, at: field.index)
      putIntoLazyGroup(field.index)
    }
    edition &+= 1
  }

  package func settle() {
    edition &+= 1
    guard isChanged else { return }
    let changed = byteCount > LargeValue.limit ? originals.map(\.index) : []
    byteCount -= Self.byteCount(of: FieldValue(index: 0, value: firstOriginal))
    (firstChanged, firstOriginal) = (-1, .null)
    if !otherOriginals.isEmpty {
      for original in otherOriginals { byteCount -= Self.byteCount(of: original) }
      otherOriginals = []
    }
    for field in changed { putIntoLazyGroup(field) }
  }

  package func revert() {
    for original in originals { set(original.value, at: original.index) }
  }

  private static func byteCount(of values: [Value]) -> Int {
    var count = fixedByteCount
    for index in values.indices { count += byteCount(of: values[index]) }
    return count
  }

  package static func byteCount(of row: PackedRow) -> Int {
    var count = fixedByteCount
    row.forEachSize { count += MemoryLayout<Value>.stride + payload(of: $0) }
    return count
  }

  private static func byteCount(of value: Value) -> Int { MemoryLayout<Value>.stride + payload(of: value) }

  private static func byteCount(of original: FieldValue) -> Int {
    MemoryLayout<FieldValue>.stride + payload(of: original.value)
  }

  /// An empty array has no memory of its own.
  private static func payload(of value: Value) -> Int { payload(of: value.payloadByteCount) }

  private static func payload(of count: Int) -> Int { count == 0 ? 0 : arrayHeader + count }

  private static let arrayHeader = 32

  /// The object, its array's header, and the store's entries in its table, which is never quite full, and in the order of use.
  private static let fixedByteCount =
    96 + arrayHeader + MemoryLayout<(RecordID, Record)>.stride * 3 / 2 + MemoryLayout<(RecordID, Int)>.stride

  // MARK: The lazy group: values too large to be read with the others
  //
  // They are held only from their first access until memory is reclaimed, and none of them is dirty.

  private struct LazyField {
    var field: LargeField
    var value: Value?
  }

  /// Descriptions of the values that are not in `values`, in field order.
  public var large: [LargeField] { lazyFields.map(\.field) }

  /// A field's value if it is held; nil for a value of the lazy group that was not read or was dropped.
  public func value(at index: Int) -> Value? {
    if let place = lazyPlace(of: index) { return lazyFields[place].value }
    return values?[index]
  }

  package var shownValues: [Value]? {
    guard !lazyFields.isEmpty, var shown = values else { return values }
    for lazyField in lazyFields { shown[lazyField.field.index] = lazyField.field.value.shown }
    return shown
  }

  package var holdsLarge: Bool { lazyFields.contains { $0.value != nil } }

  /// Ignores fields outside the lazy group.
  package func hold(_ value: Value, at index: Int) {
    guard let place = lazyPlace(of: index) else { return }
    byteCount -= Self.byteCount(of: lazyFields[place])
    lazyFields[place].value = value
    byteCount += Self.byteCount(of: lazyFields[place])
  }

  package func releaseLarge() {
    for place in lazyFields.indices {
      byteCount -= Self.payload(of: lazyFields[place].value ?? .null)
      lazyFields[place].value = nil
    }
  }

  private func lazyPlace(of index: Int) -> Int? {
    lazyFields.isEmpty ? nil : lazyFields.firstIndex { $0.field.index == index }
  }

  private func takeOutOfLazyGroup(_ index: Int) {
    guard let place = lazyPlace(of: index) else { return }
    let lazyField = lazyFields.remove(at: place)
    guard let value = lazyField.value else {
      preconditionFailure("a value that was not read was about to go")
    }
    values?[index] = value
    byteCount += Self.payload(of: value) - Self.byteCount(of: lazyField)
  }

  /// Only large and clean values move.
  private func putIntoLazyGroup(_ index: Int) {
    guard byteCount > LargeValue.limit, let value = values?[index], value.payloadByteCount > LargeValue.limit,
      original(at: index) == nil, let large = LargeValue(value)
    else { return }
    let lazyField = LazyField(field: LargeField(index: index, value: large), value: value)
    let place = lazyFields.firstIndex { $0.field.index > index } ?? lazyFields.endIndex
    lazyFields.insert(lazyField, at: place)
    values?[index] = .null
    byteCount += Self.byteCount(of: lazyField) - Self.payload(of: value)
  }

  private static func byteCount(of field: LazyField) -> Int {
    MemoryLayout<LazyField>.stride + arrayHeader + field.field.value.head.count
      + payload(of: field.value ?? .null)
  }
}
