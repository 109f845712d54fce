import Cells

/// Swallows what is typed right after a key that does nothing.
///
/// A text that was meant for another screen, or for another window, would otherwise be keys: its letters would sort, delete or
/// undo. A person who presses keys one after the other is slower than the pause.
struct StrayKeys {
  /// The longest time between two keys of a text that a program or a fast hand sends.
  private static let pause = Duration.milliseconds(50)

  private var last: ContinuousClock.Instant?

  /// Whether a key is swallowed; control keys and Esc never are.
  mutating func swallow(_ key: Key, at now: ContinuousClock.Instant = .now) -> Bool {
    guard let last, last.duration(to: now) < Self.pause else {
      self.last = nil
      return false
    }
    switch key {
    case .character, .enter, .tab, .backspace:
      self.last = now
      return true
    default:
      self.last = nil
      return false
    }
  }

  /// Notes that a key did nothing.
  mutating func note(_ key: Key, at now: ContinuousClock.Instant = .now) {
    switch key {
    case .character, .alt: last = now
    default: break
    }
  }
}
