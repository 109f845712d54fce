/// Why a new edit log was started.
public enum LogRenewal: Hashable, Sendable {
  /// The old log was removed; the new one holds the unwritten changes.
  case removed
  /// The old log has an obsolete format and was renamed to this path.
  case setAside(path: String)
}
