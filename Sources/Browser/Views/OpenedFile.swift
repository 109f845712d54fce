/// A file that was opened before.
struct OpenedFile: Hashable {
  /// Its path with links resolved.
  var path: String
  /// When it was opened last, in seconds since 1970.
  var openedAt: Int
  /// How many rows the list that was shown last has, if they were counted.
  var rowCount: Int?
}
