import Records

/// The figures on the right of the status line.
public struct Meter: Hashable, Sendable {
  /// The number of rows in the table.
  public var count: RowCount
  /// The number of rows that match the filter, or nil without a filter.
  public var found: RowCount?
  /// The number of hydrated records, including dirty ones.
  public var hydrated: Int
  /// The number of dirty records.
  public var dirty: Int
  /// The bytes that hydrated records hold.
  public var byteCount: Int
  /// Whether there are unresolved conflicts with another program's changes.
  public var hasConflicts: Bool

  /// Whether there is something to undo.
  public var canUndo: Bool

  /// The number of unsettled sync conflicts.
  public var unsettledCount: Int

  /// Makes a meter.
  public init(
    count: RowCount = .atLeast(0), found: RowCount? = nil, hydrated: Int = 0, dirty: Int = 0,
    byteCount: Int = 0, hasConflicts: Bool = false, canUndo: Bool = false, unsettledCount: Int = 0
  ) {
    self.count = count
    self.found = found
    self.hydrated = hydrated
    self.dirty = dirty
    self.byteCount = byteCount
    self.hasConflicts = hasConflicts
    self.canUndo = canUndo
    self.unsettledCount = unsettledCount
  }

  /// The meter in full: `3 books · 1 hydrated · 0 dirty · 312 B`; with a filter, it starts with `2 of 3 books`.
  public func text(_ schema: Schema) -> String {
    let rows = rows(schema)
    let (hydrated, dirty) = (Wording.number(hydrated), Wording.number(dirty))
    return "\(rows) · \(hydrated) hydrated · \(dirty) dirty · \(Wording.bytes(byteCount))"
  }

  /// The meter with all figures: spelled out and, unless `isLong`, with signs.
  func whole(_ schema: Schema, isLong: Bool) -> [String] {
    let signs = "●\(Wording.number(hydrated)) ◆\(Wording.number(dirty)) \(Wording.bytes(byteCount))"
    return isLong ? [text(schema)] : [text(schema), "\(rows(schema)) · \(signs)"]
  }

  func short(_ schema: Schema) -> [String] { [rows(schema), Wording.count(found ?? count, schema)] }

  /// The number of unsettled sync conflicts: ` · 2 to settle`; empty if there are none.
  private var waiting: String {
    unsettledCount == 0 ? "" : " · \(Wording.number(unsettledCount)) to settle"
  }

  /// For example, `3 books`, `≥ 512 of 1,000,000 books · 2 to settle`.
  private func rows(_ schema: Schema) -> String {
    let all = Wording.count(count, schema)
    return (found.map { "\(Wording.number($0)) of \(all)" } ?? all) + waiting
  }
}
