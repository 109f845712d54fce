import Records

/// A row that could not be written or restored.
public struct RowFailure: Hashable, Sendable {
  /// The row.
  public var id: RecordID
  /// Why it could not be written or restored.
  public var error: StoreError

  package init(id: RecordID, error: StoreError) { (self.id, self.error) = (id, error) }
}
