import Cells

/// The person's progress in the demonstration: the step, the figures at its start, and the keys pressed in it.
struct Tour {
  let steps: [DemoStep]
  private(set) var index = 0
  /// From 1; going back starts another pass.
  private(set) var pass = 1
  private(set) var before, now: Figures
  private var counted = (before: Tally(), now: Tally())
  private(set) var isBusy = false
  private var pressed: [Key] = []
  let bookCount: Int

  init(steps: [DemoStep], bookCount: Int) {
    (self.steps, self.bookCount) = (steps, bookCount)
    before = Figures()
    now = before
  }

  var step: DemoStep? { steps.indices.contains(index) ? steps[index] : nil }

  /// Whether the event of the step has happened, and no work is in progress.
  var isDone: Bool { !isBusy && hasHappened }

  var hasBegun: Bool { !pressed.isEmpty }

  /// Whether a dot makes sense once the browser is idle; at other times it would repeat the step.
  var isAwaitingDot: Bool { !hasBegun || hasHappened }

  private var hasHappened: Bool {
    switch step {
    case .list, nil: true
    case .look: now.hydrated > before.hydrated
    case .again: pressed.contains(.escape) && pressed.last == .enter
    case .edit: now.dirty > before.dirty
    case .set: now.dirty - before.dirty >= soughtCount - 1
    case .warning: now.dirty == 0 && now.hydrated <= 1 && pressed.contains(.character("m"))
    case .budget: ran.hydrations > 0 && now.dirty > 0
    case .recovery: now.dirty == 0 && ran.updates > 0
    }
  }

  private var soughtCount: Int { Self.soughtCount(bookCount) }

  static func soughtCount(_ bookCount: Int) -> Int { bookCount / 10 }

  var ran: Tally { counted.now - counted.before }

  mutating func look(_ figures: Figures, _ tally: Tally, isBusy: Bool) {
    (now, counted.now, self.isBusy) = (figures, tally, isBusy)
  }

  mutating func note(_ key: Key) { pressed.append(key) }

  mutating func go(to index: Int) {
    if index <= self.index { pass += 1 }
    self.index = index
  }

  mutating func begin(_ figures: Figures, _ tally: Tally) {
    (before, now, pressed) = (figures, figures, [])
    counted = (tally, tally)
  }
}
