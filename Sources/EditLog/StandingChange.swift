import Records

/// A change that could not be restored or undone because of another program, and that awaits the person's decision.
public struct StandingChange: Hashable, Sendable {
  /// The number in the list, negative; later entries have smaller numbers.
  public let number: Int
  /// The edit, or the rest of a step.
  public let content: Content

  /// The number of rows or fields that the change covers.
  public var count: Int {
    switch content {
    case .edit: 1
    case .step(_, let count, _): count
    }
  }

  /// The kinds of standing changes.
  public enum Content: Hashable, Sendable {
    case edit(Restoration.Obstacle)
    /// The rest of a step: its first rows, and the total number of rows or fields.
    case step([LeftOutChange], count: Int, isRedo: Bool)
  }
}
