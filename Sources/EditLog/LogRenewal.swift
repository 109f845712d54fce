/// Why a new edit log was started.
public enum LogRenewal: Hashable, Sendable {
  /// The old one was removed; the new one holds the unwritten changes.
  case removed
  /// The old one has an obsolete format, and was renamed to this path.
  case setAside(path: String)
}
