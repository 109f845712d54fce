import Cells

/// The progress of a person in the demonstration: the step, the figures at its start, and the keys pressed in it.
struct Tour {
  /// The steps of the tour.
  let steps: [DemoStep]
  private(set) var index = 0
  /// The pass of the tour, from 1: each time it goes back, another pass starts.
  private(set) var pass = 1
  /// The figures at the start of the step.
  private(set) var before: Figures
  /// The current figures.
  private(set) var now: Figures
  /// The statements of all connections at the start of the step, and now.
  private var counted = (before: Tally(), now: Tally())
  /// Whether work is still in progress.
  private(set) var isBusy = false
  /// The keys pressed in this step, by the person or for them.
  private var pressed: [Key] = []
  /// The number of books.
  let bookCount: Int

  init(steps: [DemoStep], bookCount: Int) {
    (self.steps, self.bookCount) = (steps, bookCount)
    before = Figures()
    now = before
  }

  /// The step, or nil after the last one.
  var step: DemoStep? { steps.indices.contains(index) ? steps[index] : nil }

  /// Whether the event of the step has happened, and no work is still in progress.
  var isDone: Bool { !isBusy && hasHappened }

  /// Whether a key was pressed in the step.
  var hasBegun: Bool { !pressed.isEmpty }

  /// Whether a dot will mean something once the browser is idle; at other times it would do the step twice.
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

  /// The number of books with the word that the larger steps search for.
  private var soughtCount: Int { Self.soughtCount(bookCount) }

  /// The same for a library of so many books.
  static func soughtCount(_ bookCount: Int) -> Int { bookCount / 10 }

  /// The statements of the step so far.
  var ran: Tally { counted.now - counted.before }

  /// Takes the current figures.
  ///
  /// - Parameter isBusy: Whether a write-back or other work of the browser is in progress.
  mutating func look(_ figures: Figures, _ tally: Tally, isBusy: Bool) {
    (now, counted.now, self.isBusy) = (figures, tally, isBusy)
  }

  /// Records a key.
  mutating func note(_ key: Key) { pressed.append(key) }

  /// Goes to a step, by its index; an earlier one starts another pass.
  mutating func go(to index: Int) {
    if index <= self.index { pass += 1 }
    self.index = index
  }

  /// Starts the step with these figures.
  mutating func begin(_ figures: Figures, _ tally: Tally) {
    (before, now, pressed) = (figures, figures, [])
    counted = (tally, tally)
  }
}
