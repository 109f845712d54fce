import Records

/// What could not be restored or undone, because another program has changed its row, and is still offered.
public struct StandingChange: Hashable, Sendable {
  /// Its number, below 0; what was found later has a smaller one.
  public let number: Int
  /// What it is.
  public let content: Content

  /// How many rows or fields it is about.
  public var count: Int {
    switch content {
    case .edit: 1
    case .step(_, let count, _): count
    }
  }

  /// What a standing change is.
  public enum Content: Hashable, Sendable {
    /// An edit of a dead session.
    case edit(Restoration.Obstacle)
    /// The rest of a step: the first of its rows, and how many rows or fields there are.
    case step([LeftOutChange], count: Int, isRedo: Bool)
  }
}
