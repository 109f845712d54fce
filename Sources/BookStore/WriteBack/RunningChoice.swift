import Records

/// A choice that is being made for all rows that are to be settled, some of them at a time.
///
/// Whoever stops in the middle leaves the rest as it was.
public struct RunningChoice {
  /// What is chosen.
  public let choice: Conflict.Choice
  /// What the fields are undone as.
  let step: EditStep
  /// What the rows are undone as that are inserted again; these are in the database at once.
  let rowStep: EditStep
  /// The last change of the log by now; those after it are choices.
  let lastChange: Int64
  /// The rows after this one come next.
  var lastNumber = 0
  /// How many rows there were.
  let totalCount: Int
  /// How many rows were looked at.
  var done = 0
  /// The rows that could not be inserted again, and why.
  public internal(set) var failures: [WriteBackResult.Failure] = []
  /// Whether something that was chosen has still to be written.
  public internal(set) var isUnwritten = false

  /// How many rows are settled.
  public var settledCount: Int { done - failures.count }
  /// The part that is done, from 0 to 1.
  public var fraction: Double { totalCount == 0 ? 1 : min(1, Double(done) / Double(totalCount)) }

  /// Whether it is so much that rows are found anew afterwards instead of being moved one by one.
  var isLarge: Bool { totalCount > Listing.placedCount }

  /// The rows that are settled at a time.
  static let size = 32
}
