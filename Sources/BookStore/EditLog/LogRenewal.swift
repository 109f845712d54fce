/// Why an edit log was begun afresh.
public enum LogRenewal: Hashable, Sendable {
  /// Somebody has removed it; the new one holds what was not written.
  case removed
  /// It had a format that is not read any more; the path is the one that it has now.
  case setAside(path: String)
}
