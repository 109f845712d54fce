import Platform
import Screens

/// A progress line on standard error; nothing is written unless that is a terminal.
struct ProgressBar {
  private let name: String
  private let isShown = CommandWorld.current.errors.isTerminal

  init(_ name: String) { self.name = name }

  /// Draws the bar over the previous one; without a fraction, it shows only the name.
  func show(_ fraction: Double? = nil) {
    if isShown { write("\r" + WorkProgress(name, fraction: fraction).line) }
  }

  /// Removes the bar.
  func clear() { if isShown { write("\r\u{1B}[K") } }

  private func write(_ text: String) { CommandWorld.current.errors.write(text) }
}
