import Records

/// The figures on the status line.
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

  /// The meter of the lesson: `3 books · 1 hydrated · 0 dirty · 312 B`.
  func text(_ schema: Schema) -> String {
    let held = "\(Wording.number(hydrated)) hydrated · \(Wording.number(dirty)) dirty"
    return [rows(schema), waiting, held, Wording.bytes(byteCount)].compactMap { $0 }
      .joined(separator: " · ")
  }

  /// How many rows there are: `1,500 books`; with a filter, `2 of 1,500 books`.
  func rows(_ schema: Schema) -> String {
    let all = Wording.count(count, schema)
    return found.map { "\(Wording.number($0)) of \(all)" } ?? all
  }

  /// The state that a library shows: `3 of 1,500 · ◆ 1 · 2 to settle`; empty if there is nothing to say.
  func state(at place: String?) -> String {
    let unwritten = dirty == 0 ? nil : "◆ \(Wording.number(dirty))"
    return [place, unwritten, waiting].compactMap { $0 }.joined(separator: " · ")
  }

  /// The rows found and the state, which a library shows beside a prompt: `2 of 1,500 books · ◆ 1`.
  func found(_ schema: Schema) -> String {
    [rows(schema), state(at: nil)].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// The rows, and a shorter form without those that do not match.
  func short(_ schema: Schema) -> [String] { [rows(schema), Wording.count(found ?? count, schema)] }

  private var waiting: String? {
    unsettledCount == 0 ? nil : "\(Wording.number(unsettledCount)) to settle"
  }
}
