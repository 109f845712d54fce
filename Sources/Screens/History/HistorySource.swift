/// The contents of a history screen.
public enum HistorySource: Hashable, Sendable {
  /// The number of lines that a history screen requests at once.
  public static let partSize = 200

  case steps
  case changes(ofStep: Int64)
  case abandoned
}
