/// Limits on how much of a file is held at once, so that a broken file does not exhaust memory.
enum ReadLimit {
  static let row = 64 << 20
  static let cells = 16_384
  static let file = 256 << 20
}
