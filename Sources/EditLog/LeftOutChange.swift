import Records
import SQLite

/// A change that could not be undone, or redone, with the others of its step.
public struct LeftOutChange: Hashable, Sendable {
  /// The row; nil if its table is gone.
  public let id: RecordID?
  /// The row's title, as far as it is known.
  public let title: Value
  /// Why it stays as it is.
  public let error: StoreError

  /// Creates one from its parts.
  package init(id: RecordID?, title: Value, error: StoreError) {
    (self.id, self.title, self.error) = (id, title, error)
  }
}
