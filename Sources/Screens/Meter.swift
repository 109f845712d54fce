import Records

/// The figures on the right of the status line.
public struct Meter: Hashable, Sendable {
  /// How many rows the list has.
  public var count: RowCount
  /// How many records are hydrated, the dirty ones included.
  public var hydrated: Int
  /// How many records are dirty.
  public var dirty: Int
  /// The bytes that hydrated records hold.
  public var byteCount: Int

  /// Makes a meter of its figures.
  public init(count: RowCount = .atLeast(0), hydrated: Int = 0, dirty: Int = 0, byteCount: Int = 0) {
    self.count = count
    self.hydrated = hydrated
    self.dirty = dirty
    self.byteCount = byteCount
  }

  /// The meter in its one form: `3 books · 1 hydrated · 0 dirty · 312 B`.
  public func text(_ schema: Schema) -> String {
    let rows =
      switch count {
      case .exactly(let count): Wording.count(count, schema)
      case .atLeast(let count): "≥ " + Wording.count(count, schema)
      }
    let (hydrated, dirty) = (Wording.number(hydrated), Wording.number(dirty))
    return "\(rows) · \(hydrated) hydrated · \(dirty) dirty · \(Wording.bytes(byteCount))"
  }
}
