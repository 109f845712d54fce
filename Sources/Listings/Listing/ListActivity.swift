/// Background work on a listing.
public struct ListActivity: Hashable, Sendable {
  /// What the work does.
  public var kind: Kind
  /// The part that is done, from 0 to 1; nil if unknown.
  public var fraction: Double?
  /// Whether the work waits for another connection's lock.
  public var isWaiting = false

  /// The kinds of work.
  public enum Kind: Hashable, Sendable {
    case sorting
    case finding
  }
}
