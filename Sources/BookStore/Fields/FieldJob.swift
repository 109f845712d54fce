import Records

/// Changes the columns of a table, or creates tables: first a copy of the database is made, some pages at a time, and then
/// the change, in one transaction.
///
/// Once it is done the store has to be opened again (`BookStore.reopened()`).
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

  /// The part of the copy that is made, from 0 to 1.
  public var fraction: Double { isDone ? 1 : copy?.fraction ?? 0 }

  /// Copies some more pages, or makes the change once there are none left.
  ///
  /// - Returns: Whether there is more to do.
  /// - Throws: `busy`, after which it can be tried again, or why the tables stay as they are.
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
