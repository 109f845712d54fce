import Cells

/// The keys that the tour presses, one after the other at a pace that people can follow.
struct KeyPlayer {
  /// The possible paces.
  static let paces = Duration.milliseconds(10)...Duration.seconds(5)
  /// How much faster a key follows that needs no reading: a letter of a text, or the same key again.
  private static let haste = 4

  /// The time before each key.
  private(set) var pace: Duration
  /// The keys left to press.
  private(set) var keys: [Key] = []
  private var pressed: [Key] = []
  /// How many of the keys only put things back.
  private var hiddenCount = 0
  /// The keys pressed since the step started, without those that only put things back.
  var shown: [Key] { Array(pressed.dropFirst(hiddenCount)) }
  private var lastTime = ContinuousClock.now

  init(pace: Duration) { self.pace = pace }

  /// Whether there are keys left to press.
  var isPlaying: Bool { !keys.isEmpty }

  /// Starts pressing keys, the first one immediately.
  ///
  /// - Parameter hiddenCount: How many keys at the start only put things back.
  mutating func play(_ keys: [Key], hiding hiddenCount: Int = 0) {
    (self.keys, pressed, lastTime) = (keys, [], .now - pace)
    self.hiddenCount = hiddenCount
  }

  /// Stops pressing keys.
  mutating func stop() { keys = [] }

  /// Forgets all keys.
  mutating func clear() { (keys, pressed) = ([], []) }

  /// Makes the time before each key longer or shorter.
  mutating func slowDown(by factor: Double) {
    pace = min(max(pace * factor, Self.paces.lowerBound), Self.paces.upperBound)
  }

  /// How long until the next key, or nil if there is none.
  var wait: Duration? {
    keys.first.map { max(.zero, delay(before: $0) - (.now - lastTime)) }
  }

  /// The next key, if it is due.
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
