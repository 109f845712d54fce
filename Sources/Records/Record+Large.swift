/// The lazy group: the values that are too large to be read with the others.
///
/// They are held only from when somebody reads them until memory is wanted back, and none of them is dirty.
extension Record {
  /// A value of the lazy group.
  struct LazyField {
    /// What is known of it.
    var field: LargeField
    /// The value itself, as long as it is held.
    var value: Value?
  }

  /// What is known of the values that are not among `values`, in the order of their fields.
  public var large: [LargeField] { lazyFields.map(\.field) }

  /// A field's value as far as it is held: nil for one of the lazy group that was not read, or was let go.
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

  /// Lets the values of the lazy group go; what is known of them stays.
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
  func takeOutOfLazyGroup(_ index: Int) {
    guard let place = lazyPlace(of: index) else { return }
    let lazyField = lazyFields.remove(at: place)
    guard let value = lazyField.value else {
      preconditionFailure("a value that was not read was about to go")
    }
    values?[index] = value
    byteCount += Self.payload(of: value) - Self.byteCount(of: lazyField)
  }

  /// Puts a field's value into the lazy group if it is large and the database has it.
  func putIntoLazyGroup(_ index: Int) {
    guard byteCount > LargeValue.limit, let value = values?[index], value.payloadByteCount > LargeValue.limit,
      original(at: index) == nil, let large = LargeValue(value)
    else { return }
    let lazyField = LazyField(field: LargeField(index: index, value: large), value: value)
    let place = lazyFields.firstIndex { $0.field.index > index } ?? lazyFields.endIndex
    lazyFields.insert(lazyField, at: place)
    values?[index] = .null
    byteCount += Self.byteCount(of: lazyField) - Self.payload(of: value)
  }

  static func byteCount(of field: LazyField) -> Int {
    MemoryLayout<LazyField>.stride + arrayHeader + field.field.value.head.count
      + payload(of: field.value ?? .null)
  }
}
