import Cells

/// Swallows what is typed right after a key that does nothing.
///
/// Text meant for another screen or window would otherwise act as keys that sort, delete or undo. A person who presses single
/// keys is slower than the pause.
struct StrayKeys {
  /// The longest time between two keys of pasted or fast-typed text.
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

  mutating func note(_ key: Key, at now: ContinuousClock.Instant = .now) {
    switch key {
    case .character, .alt: last = now
    default: break
    }
  }
}
