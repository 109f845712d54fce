import Records

/// One row that could not be written, or restored.
public struct RowFailure: Hashable, Sendable {
  /// The row.
  public var id: RecordID
  /// Why it could not be written.
  public var error: StoreError

  /// Creates one from its parts.
  package init(id: RecordID, error: StoreError) {
    (self.id, self.error) = (id, error)
  }
}
