import Cells

/// Presses the keys of the tour at a pace that people can follow.
struct KeyPlayer {
  static let paces = Duration.milliseconds(10)...Duration.seconds(5)
  /// The speed-up for keys that need no reading: letters of a text, or the same key again.
  private static let haste = 4

  private(set) var pace: Duration
  private(set) var keys: [Key] = []
  private var pressed: [Key] = []
  private var hiddenCount = 0
  var shown: [Key] { Array(pressed.dropFirst(hiddenCount)) }
  private var lastTime = ContinuousClock.now

  init(pace: Duration) { self.pace = pace }

  var isPlaying: Bool { !keys.isEmpty }

  /// Presses the first key immediately; the first `hiddenCount` keys only restore the screen.
  mutating func play(_ keys: [Key], hiding hiddenCount: Int = 0) {
    (self.keys, pressed, lastTime) = (keys, [], .now - pace)
    self.hiddenCount = hiddenCount
  }

  mutating func stop() { keys = [] }

  mutating func clear() { (keys, pressed) = ([], []) }

  mutating func slowDown(by factor: Double) {
    pace = min(max(pace * factor, Self.paces.lowerBound), Self.paces.upperBound)
  }

  var wait: Duration? { keys.first.map { max(.zero, delay(before: $0) - (.now - lastTime)) } }

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
  var isTyped: Bool { if case .character = self { true } else { false } }
}
