import Records

/// A change that could not be undone, or redone, with the others of its step.
public struct LeftOutChange: Hashable, Sendable {
  /// The row; nil if its table is gone.
  public let id: RecordID?
  /// The row's title, as far as it is known.
  public let title: Value
  /// Why it stays as it is.
  public let error: StoreError
}
