import Cells

/// Where a person is in the demonstration: the step, the figures when it began, and the keys that were pressed in it.
struct Tour {
  /// The steps of the tour.
  let steps: [DemoStep]
  private(set) var index = 0
  /// How often the tour has come by, from 1 on: each time it goes back it begins another pass.
  private(set) var pass = 1
  /// The figures when the step began.
  private(set) var before: Figures
  /// The figures now.
  private(set) var now: Figures
  /// The statements of all connections until the step began, and until now.
  private var counted = (before: Tally(), now: Tally())
  /// Whether something is still going on.
  private(set) var isBusy = false
  /// The keys that were pressed in this step, by the person or for them.
  private var pressed: [Key] = []
  /// How many books there are.
  let bookCount: Int

  init(steps: [DemoStep], bookCount: Int) {
    (self.steps, self.bookCount) = (steps, bookCount)
    before = Figures()
    now = before
  }

  /// The step, or nil when all are over.
  var step: DemoStep? { steps.indices.contains(index) ? steps[index] : nil }

  /// Whether there has happened what the step is about, and nothing of it is still going on.
  var isDone: Bool { !isBusy && hasHappened }

  /// Whether a key was pressed in the step.
  var hasBegun: Bool { !pressed.isEmpty }

  /// Whether a dot means something as soon as the browser is done with its work: in between it would do the step twice.
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

  /// The books with the word that the larger steps seek.
  private var soughtCount: Int { bookCount / 10 }

  /// The statements of the step so far.
  var ran: Tally { counted.now - counted.before }

  /// Takes in the figures of the moment.
  ///
  /// - Parameter isBusy: Whether a write-back, or other work of the browser, is going on.
  mutating func look(_ figures: Figures, _ tally: Tally, isBusy: Bool) {
    (now, counted.now, self.isBusy) = (figures, tally, isBusy)
  }

  /// Notes a key.
  mutating func note(_ key: Key) { pressed.append(key) }

  /// Goes to a step, by its place; to an earlier one this is another pass.
  mutating func go(to index: Int) {
    if index <= self.index { pass += 1 }
    self.index = index
  }

  /// Begins the step with these figures.
  mutating func begin(_ figures: Figures, _ tally: Tally) {
    (before, now, pressed) = (figures, figures, [])
    counted = (tally, tally)
  }
}
