/// One row's object: its identity always, its fields only while it is hydrated.
///
/// A store makes at most one record for a row. Only the store changes it; everybody else reads.
///
/// The runtime does not check whether accesses to a property overlap, because a write-back goes through very many records:
/// each access here is over before the next begins.
public final class Record {
  /// The row's name.
  public let id: RecordID

  /// The fields' values in the schema's order, or nil while the record is not hydrated.
  ///
  /// NULL stands in the place of a value of the lazy group, which `value(at:)` knows about.
  public private(set) var values: [Value]?

  /// The values that are too large to be read with the others, in the order of their fields; none of them is dirty.
  private var lazyFields: [LazyField] = []

  /// The database's value of the first field that differs from it, if there is one.
  ///
  /// Mostly it is the only one. It needs no array of its own, which is a good part of what a write-back saves.
  private var firstOriginal = Value.null
  /// The field that it is of, or -1; SQLite has no more columns than this can count.
  private var firstChanged: Int16 = -1
  /// The record's place among the dirty ones of its store, or -1.
  private var place: Int32 = -1
  /// The database's values of the other fields that differ from it, in the order of the fields.
  private var otherOriginals: [FieldValue] = []

  /// The bytes held for the fields: the objects' own sizes and the payload of texts and blobs.
  ///
  /// An estimate: the objects and arrays with their headers, and the store's entries for the record; what the allocator
  /// adds to each is left out. Zero while the record is not hydrated.
  public private(set) var byteCount = 0

  /// When the record was looked at last, as its store counts looks; the least recently used record is evicted first.
  package var lastUse = 0

  /// Whether somebody has looked at the record since it was hydrated.
  package var isSeen = false

  /// When the record became dirty, in seconds of a clock that only goes forward.
  package var dirtySince = 0.0

  /// A number that every change of the fields changes, by which a caller knows later whether they are as they were.
  package private(set) var edition: UInt32 = 0

  package init(id: RecordID) {
    self.id = id
  }

  /// Makes a hydrated record of what the database holds; none of the values is of the lazy group.
  package init(id: RecordID, holding values: [Value]) {
    self.id = id
    byteCount = Self.byteCount(of: values)
    edition = 1
    self.values = values
  }

  /// The record's place among the dirty ones of its store, which keeps it there to find it without a search.
  package var dirtyPlace: Int? {
    get { place < 0 ? nil : Int(place) }
    set { place = Int32(newValue ?? -1) }
  }

  /// How much of the row is held.
  public var state: RecordState {
    values == nil ? .known : isChanged ? .dirty : .hydrated
  }

  private var isChanged: Bool { firstChanged >= 0 }

  /// The database's values of the fields that differ from it, in the order of the fields.
  public private(set) var originals: [FieldValue] {
    get {
      isChanged ? [FieldValue(index: Int(firstChanged), value: firstOriginal)] + otherOriginals : []
    }
    set {
      firstChanged = Int16(newValue.first?.index ?? -1)
      firstOriginal = newValue.first?.value ?? .null
      // An empty array that held something would keep its memory.
      otherOriginals = newValue.count > 1 ? Array(newValue.dropFirst()) : []
    }
  }

  /// Takes what the database holds, which makes the record hydrated and clean.
  ///
  /// - Parameter large: What is known of the values that were not read, in whose places there is NULL.
  package func hydrate(_ values: [Value], large: [LargeField] = []) {
    self.values = values
    lazyFields = large.map { LazyField(field: $0) }
    edition &+= 1
    if isChanged { originals = [] }
    byteCount = Self.byteCount(of: values)
    for field in lazyFields { byteCount += Self.byteCount(of: field) }
  }

  /// Drops the fields.
  ///
  /// - Precondition: The record is not dirty, for nothing unsaved is ever freed.
  package func dehydrate() {
    precondition(!isChanged, "a dirty record was about to be freed")
    values = nil
    lazyFields = []
    byteCount = 0
  }

  /// Sets a field; a value that is already there changes nothing, and the original one makes the field clean.
  ///
  /// - Precondition: The record is hydrated, and holds the field's value if that is one of the lazy group.
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

  /// The database's value of a field that differs from it, or nil if the field does not.
  package func original(at index: Int) -> Value? {
    if Int(firstChanged) == index { return firstOriginal }
    return otherOriginals.first { $0.index == index }?.value
  }

  /// Keeps what the database holds for a field if the field differs from it.
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

  /// Whether the fields that differ from the database are just these, which are in order.
  package func hasChanged(just fields: [Int]) -> Bool {
    guard let first = fields.first else { return !isChanged }
    guard first == Int(firstChanged), fields.count == otherOriginals.count + 1 else { return false }
    // Mostly there is but one, and a slice costs a reference.
    return fields.count == 1 || otherOriginals.elementsEqual(fields[1...]) { $0.index == $1 }
  }

  /// Adds what the database is to hold for the fields that differ from it, in their order, and then what it held.
  package func packChanges(into packed: inout PackedValues) {
    guard let values, isChanged else { return }
    packed.append(values[Int(firstChanged)])
    for original in otherOriginals { packed.append(values[original.index]) }
    packed.append(firstOriginal)
    for original in otherOriginals { packed.append(original.value) }
  }

  /// Notes that the database now holds these values; a field that was set to something else meanwhile is dirty.
  ///
  /// - Parameters:
  ///   - written: The values, which are asked for only where they have to be compared.
  ///   - edition: The record's edition when these were all its changes; if it is the same still, nothing has to
  ///     be compared.
  package func settle(_ fields: [Int], _ written: @autoclosure () -> [Value], of edition: UInt32) {
    guard edition != self.edition else { return settle() }
    rebase(zip(fields, written()).map { FieldValue(index: $0, value: $1) })
  }

  /// Notes that the database now holds these values; a field that has another one is dirty.
  package func rebase(_ held: [FieldValue]) {
    guard values != nil else { return }
    for field in held {
      // A value that was dropped meanwhile was clean, and is what was written now.
      if value(at: field.index) == nil { hold(field.value, at: field.index) }
      takeOutOfLazyGroup(field.index)
      setOriginal(field.value, at: field.index)
      putIntoLazyGroup(field.index)
    }
    edition &+= 1
  }

  /// Notes that the database now holds all fields as they are.
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

  /// Takes every change back.
  package func revert() {
    for original in originals { set(original.value, at: original.index) }
  }

  private static func byteCount(of values: [Value]) -> Int {
    var count = fixedByteCount
    for index in values.indices { count += byteCount(of: values[index]) }
    return count
  }

  /// The bytes that a record takes whose values are packed, as soon as it is made.
  package static func byteCount(of row: PackedRow) -> Int {
    var count = fixedByteCount
    row.forEachSize { count += MemoryLayout<Value>.stride + payload(of: $0) }
    return count
  }

  private static func byteCount(of value: Value) -> Int {
    MemoryLayout<Value>.stride + payload(of: value)
  }

  private static func byteCount(of original: FieldValue) -> Int {
    MemoryLayout<FieldValue>.stride + payload(of: original.value)
  }

  /// The bytes of a text or blob with their array's header; an empty array has no memory of its own.
  private static func payload(of value: Value) -> Int { payload(of: value.payloadByteCount) }

  private static func payload(of count: Int) -> Int { count == 0 ? 0 : arrayHeader + count }

  private static let arrayHeader = 32

  /// The object, its array's header, and the store's entries for it: the table's, which is never quite full, and the
  /// one in the order of use.
  private static let fixedByteCount =
    96 + arrayHeader + MemoryLayout<(RecordID, Record)>.stride * 3 / 2 + MemoryLayout<(RecordID, Int)>.stride

  // MARK: The lazy group: values too large to be read with the others
  //
  // They are held only from when somebody reads them until memory is wanted back, and none of them is dirty.

  /// A value of the lazy group.
  private struct LazyField {
    /// What is known of it.
    var field: LargeField
    /// The value itself, as long as it is held.
    var value: Value?
  }

  /// What is known of the values that are not among `values`, in the order of their fields.
  public var large: [LargeField] { lazyFields.map(\.field) }

  /// A field's value as far as it is held: nil for one of the lazy group that was not read, or was dropped.
  public func value(at index: Int) -> Value? {
    if let place = lazyPlace(of: index) { return lazyFields[place].value }
    return values?[index]
  }

  /// The values with how those of the lazy group begin in their places, for a list or a title.
  package var shownValues: [Value]? {
    guard !lazyFields.isEmpty, var shown = values else { return values }
    for lazyField in lazyFields { shown[lazyField.field.index] = lazyField.field.value.shown }
    return shown
  }

  /// Whether a value of the lazy group is held.
  package var holdsLarge: Bool { lazyFields.contains { $0.value != nil } }

  /// Holds a value of the lazy group, as the database has it; what is not of the group is left as it is.
  package func hold(_ value: Value, at index: Int) {
    guard let place = lazyPlace(of: index) else { return }
    byteCount -= Self.byteCount(of: lazyFields[place])
    lazyFields[place].value = value
    byteCount += Self.byteCount(of: lazyFields[place])
  }

  /// Drops the values of the lazy group; what is known of them stays.
  package func releaseLarge() {
    for place in lazyFields.indices {
      byteCount -= Self.payload(of: lazyFields[place].value ?? .null)
      lazyFields[place].value = nil
    }
  }

  private func lazyPlace(of index: Int) -> Int? {
    lazyFields.isEmpty ? nil : lazyFields.firstIndex { $0.field.index == index }
  }

  /// Puts a value of the lazy group among the others, so that it can be changed.
  ///
  /// - Precondition: It is held.
  private func takeOutOfLazyGroup(_ index: Int) {
    guard let place = lazyPlace(of: index) else { return }
    let lazyField = lazyFields.remove(at: place)
    guard let value = lazyField.value else {
      preconditionFailure("a value that was not read was about to go")
    }
    values?[index] = value
    byteCount += Self.payload(of: value) - Self.byteCount(of: lazyField)
  }

  /// Puts a field's value into the lazy group if it is large and the database has it.
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
