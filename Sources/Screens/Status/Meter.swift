import Records

/// The figures on the status line.
public struct Meter: Hashable, Sendable {
  package var count: RowCount
  /// Nil without a filter.
  public var found: RowCount?
  /// Hydrated records, including dirty ones.
  public var hydrated: Int
  package var dirty: Int
  package var byteCount: Int
  package var hasConflicts: Bool

  package var canUndo: Bool

  package var unsettledCount: Int

  package init(
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
    return [rows(schema), waiting, held, Wording.bytes(byteCount)].compactMap { $0 }.joined(separator: " · ")
  }

  /// For example, `1,500 books`; with a filter, `2 of 1,500 books`.
  func rows(_ schema: Schema) -> String {
    let all = Wording.count(count, schema)
    return found.map { "\(Wording.number($0)) of \(all)" } ?? all
  }

  /// A library's state: `3 of 1,500 · ◆ 1 · 2 to settle`; empty if there is nothing to say.
  func state(at place: String?) -> String {
    let unwritten = dirty == 0 ? nil : "◆ \(Wording.number(dirty))"
    return [place, unwritten, waiting].compactMap { $0 }.joined(separator: " · ")
  }

  /// A library's state beside a prompt: `2 of 1,500 books · ◆ 1`.
  func found(_ schema: Schema) -> String {
    [rows(schema), state(at: nil)].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// The second form is without the rows that do not match.
  func short(_ schema: Schema) -> [String] { [rows(schema), Wording.count(found ?? count, schema)] }

  private var waiting: String? { unsettledCount == 0 ? nil : "\(Wording.number(unsettledCount)) to settle" }
}
