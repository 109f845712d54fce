import Foundation

/// Lines on standard output.
enum Line {
  /// Gives a line to the system at once, so that who is killed then has said it.
  static func say(_ text: String) {
    let bytes = Array((text + "\n").utf8)
    _ = write(1, bytes, bytes.count)
  }
}
