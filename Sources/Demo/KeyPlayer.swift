import Cells

/// The keys that the tour presses, one after the other at a pace that can be followed.
struct KeyPlayer {
  /// The paces that a person can set.
  static let paces = Duration.milliseconds(10)...Duration.seconds(5)
  /// How much quicker a key follows that needs no reading: a letter of a text, or the same key once more.
  private static let haste = 4

  /// The time before a key.
  private(set) var pace: Duration
  /// The keys that are still to be pressed.
  private(set) var keys: [Key] = []
  /// The keys that were pressed since the step began.
  private(set) var pressed: [Key] = []
  private var lastTime = ContinuousClock.now

  init(pace: Duration) { self.pace = pace }

  /// Whether keys are still to be pressed.
  var isPlaying: Bool { !keys.isEmpty }

  /// Begins to press keys, the first of them at once.
  mutating func play(_ keys: [Key]) {
    (self.keys, pressed, lastTime) = (keys, [], .now - pace)
  }

  /// Presses no more of them.
  mutating func stop() { keys = [] }

  /// Forgets what was pressed.
  mutating func clear() { (keys, pressed) = ([], []) }

  /// Waits longer before each key, or less long.
  mutating func slowDown(by factor: Double) {
    pace = min(max(pace * factor, Self.paces.lowerBound), Self.paces.upperBound)
  }

  /// How long it is until the next key, or nil if there is none.
  var wait: Duration? {
    keys.first.map { max(.zero, delay(before: $0) - (.now - lastTime)) }
  }

  /// The next key, once it is time for it.
  mutating func next() -> Key? {
    guard wait == .zero, let key = keys.first else { return nil }
    lastTime = .now
    pressed.append(keys.removeFirst())
    return key
  }

  private func delay(before key: Key) -> Duration {
    let isHasty = pressed.last == key || pressed.last?.isTyped == true && key.isTyped
    return isHasty ? pace / Self.haste : pace
  }
}

extension Key {
  /// Whether it types a character.
  var isTyped: Bool { if case .character = self { true } else { false } }
}
