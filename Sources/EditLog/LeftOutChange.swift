import Records
import SQLite

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
