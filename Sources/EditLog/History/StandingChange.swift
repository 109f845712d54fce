import Records
import SQLite

/// A change that another program kept from being restored or undone, and that the person has to decide about.
public struct StandingChange: Hashable, Sendable {
  /// The number in the list, negative; later entries have smaller numbers.
  public let number: Int
  /// The edit, or the rest of a step.
  public let content: Content

  /// The number of rows or fields that the change covers.
  public var count: Int {
    switch content {
    case .edit: 1
    case .step(_, let count, _): count
    }
  }

  /// The kinds of standing changes.
  public enum Content: Hashable, Sendable {
    case edit(Restoration.Obstacle)
    /// The rest of a step: its first rows, and the total number of rows or fields.
    case step([LeftOutChange], count: Int, isRedo: Bool)
  }
}

/// A change that could not be undone, or redone, with the rest of its step.
public struct LeftOutChange: Hashable, Sendable {
  /// The row; nil if its table is gone.
  public let id: RecordID?
  /// The row's title, if known.
  public let title: Value
  /// Why the change was left out.
  public let error: StoreError

  package init(id: RecordID?, title: Value, error: StoreError) {
    (self.id, self.title, self.error) = (id, title, error)
  }
}

/// The outcome of restoring changes.
public struct Restoration: Hashable, Sendable {
  /// How many fields again have the person's unsaved value.
  public var restoredCount = 0
  /// The restored fields that another program has changed in the meantime.
  public var conflicts: [Conflict] = []
  /// The rows that are gone or were replaced; their edits are still offered.
  public var failures: [RowFailure] = []
  /// All edits that are still offered, even if their table or column is missing.
  public var obstacles: [Obstacle] = []

  package init(restoredCount: Int = 0, conflicts: [Conflict] = []) {
    (self.restoredCount, self.conflicts) = (restoredCount, conflicts)
  }

  /// An edit that was not restored.
  public struct Obstacle: Hashable, Sendable {
    /// The edit.
    public let change: Change
    /// Why the edit was not restored.
    public let reason: Reason

    package init(_ change: Change, _ reason: Reason) { (self.change, self.reason) = (change, reason) }
  }

  /// Why an edit was not restored.
  public enum Reason: Hashable, Sendable {
    /// The table or the column is missing or renamed.
    case noColumn
    case noRow
    /// Another row has the key; the value is that row's title.
    case otherRow(Value)
  }
}

package final class StandingChanges {
  private var found: [(change: StandingChange, edit: AbandonedEntry?, step: Int64?)] = []
  private var lastNumber = 0

  package var all: [StandingChange] { found.map(\.change) }

  package func note(_ refused: [(entry: AbandonedEntry, obstacle: Restoration.Obstacle)]) {
    found.removeAll { $0.edit != nil }
    for (entry, obstacle) in refused { add(.edit(obstacle), edit: entry) }
  }

  /// Replaces the entry of a step by what the last undo or redo left out, if anything.
  package func note(_ rows: [LeftOutChange], count: Int, of step: Int64, isRedo: Bool) {
    forget(step: step)
    if !rows.isEmpty { add(.step(rows, count: count, isRedo: isRedo), step: step) }
  }

  package func forget(step: Int64) { found.removeAll { $0.step == step } }

  package func sources(of numbers: [Int]) -> (edits: [AbandonedEntry], steps: [Int64]) {
    let numbers = Set(numbers)
    let sources = found.filter { numbers.contains($0.change.number) }
    return (sources.compactMap(\.edit), sources.compactMap(\.step))
  }

  package func remove(_ numbers: [Int]) {
    let gone = Set(numbers)
    found.removeAll { gone.contains($0.change.number) }
  }

  package func removeAll() { found = [] }

  private func add(_ content: StandingChange.Content, edit: AbandonedEntry? = nil, step: Int64? = nil) {
    lastNumber -= 1
    found.append((StandingChange(number: lastNumber, content: content), edit, step))
  }
}
