/// What a listing is being worked on for, away from the store's thread.
public struct ListActivity: Hashable, Sendable {
  /// What is being done.
  public var kind: Kind
  /// How much of it is done, from 0 to 1, or nil where that is not known.
  public var fraction: Double?
  /// Whether it waits for another connection that has locked the database.
  public var isWaiting = false

  /// The kinds of work.
  public enum Kind: Hashable, Sendable {
    /// All rows are put in order.
    case sorting
    /// Rows that match are looked for.
    case finding
  }
}
