struct OpenedFile: Hashable {
  var path: String
  /// In seconds since 1970.
  var openedAt: Int
  var rowCount: Int?
}
