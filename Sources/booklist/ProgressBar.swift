import Platform
import Screens

/// A line on standard error that says how far something is; nothing is written if nobody sees it.
struct ProgressBar {
  private let name: String
  private let isShown = isatty(STDERR_FILENO) == 1

  init(_ name: String) { self.name = name }

  /// Draws the bar over the one before; without a number it says only what is being done.
  func show(_ fraction: Double? = nil) {
    if isShown { write("\r" + WorkProgress(name, fraction: fraction).line) }
  }

  /// Takes the bar away.
  func clear() { if isShown { write("\r\u{1B}[K") } }

  private func write(_ text: String) {
    try? DescriptorBytes.writeAll(text.utf8, to: STDERR_FILENO)
  }
}
