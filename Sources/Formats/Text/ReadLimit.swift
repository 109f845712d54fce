/// How much of a file is held at once, so that a broken one does not fill the memory.
enum ReadLimit {
  /// The most bytes of a row of a table, or of a line of a format that has lines: 64 MiB.
  static let row = 64 << 20
  /// The most cells of a row, as many as a spreadsheet has.
  static let cells = 16_384
  /// The most bytes of a file that is read whole: 256 MiB.
  static let file = 256 << 20
}
