import Platform
import Screens

/// A progress line on standard error, shown only if that is a terminal.
struct ProgressBar {
  private let name: String
  private let isShown = CommandWorld.current.errors.isTerminal

  init(_ name: String) { self.name = name }

  func show(_ fraction: Double? = nil) {
    if isShown { write("\r" + WorkProgress(name, fraction: fraction).line) }
  }

  func clear() { if isShown { write("\r\u{1B}[K") } }

  private func write(_ text: String) { CommandWorld.current.errors.write(text) }
}
