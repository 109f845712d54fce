import Records

/// A file that was opened before, as a menu lists it.
public struct RecentFile: Hashable, Sendable {
  /// Its path.
  public var path: String
  /// When it was opened last, in words.
  public var time: String
  /// How many rows its list had, if that was known.
  public var rowCount: Int?

  /// Makes an entry of its parts.
  public init(path: String, time: String, rowCount: Int?) {
    (self.path, self.time, self.rowCount) = (path, time, rowCount)
  }
}
