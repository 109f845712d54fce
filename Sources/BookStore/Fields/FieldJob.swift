import Records

/// Changes columns or creates tables: first copies the database, some pages at a time, then makes the change in one
/// transaction.
///
/// Once it is done the store has to be reopened (`BookStore.reopened()`).
public final class FieldJob: Job {
  private let makeCopy: () throws(StoreError) -> SafetyCopy
  private let change: () throws(StoreError) -> Void
  private var copy: SafetyCopy?
  private var isDone = false

  init(
    after makeCopy: @escaping () throws(StoreError) -> SafetyCopy,
    _ change: @escaping () throws(StoreError) -> Void
  ) {
    (self.makeCopy, self.change) = (makeCopy, change)
  }

  /// The fraction of the copy that is done, from 0 to 1.
  public var fraction: Double { isDone ? 1 : copy?.fraction ?? 0 }

  /// Copies some pages, or makes the change once none are left; returns false when done.
  ///
  /// - Throws: `busy`, which can be retried, or why the tables stay as they are.
  public func step() throws(StoreError) -> Bool {
    if isDone { return false }
    guard let copy else {
      copy = try makeCopy()
      return true
    }
    if try copy.step() { return true }
    try change()
    isDone = true
    return false
  }
}
