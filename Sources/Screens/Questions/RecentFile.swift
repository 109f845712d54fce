import Records

/// An entry of the recent-files menu.
public struct RecentFile: Hashable, Sendable {
  /// The file's path.
  public var path: String
  /// When the file was last opened, in words.
  public var time: String
  /// The number of rows in its list, if known.
  public var rowCount: Int?

  /// Makes an entry.
  public init(path: String, time: String, rowCount: Int?) {
    (self.path, self.time, self.rowCount) = (path, time, rowCount)
  }
}
