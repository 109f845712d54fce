import SeededRandom

/// The faults of one kind, in an order that soon has some from everywhere.
struct FaultRound {
  private let kind: Fault
  private let stride: Int
  private var start: Int
  private var number: Int
  private var startsLeft: Int

  init(_ kind: Fault, using generator: inout SeededGenerator) {
    self.kind = kind
    stride = kind.isAllocation ? 997 : 37
    start = Int.random(in: 1...stride, using: &generator)
    number = start
    startsLeft = stride
  }

  /// Whether every number was tried.
  var isDone: Bool { startsLeft == 0 }

  mutating func next() -> Fault {
    var fault = kind
    fault.number = number
    return fault
  }

  /// Goes on; a script in which nothing failed was over before.
  mutating func note(hits: Int) {
    if hits > 0 {
      number += stride
    } else {
      // Further on by a step that reaches all others before it comes back.
      start = (start + 12) % stride + 1
      number = start
      startsLeft -= 1
    }
  }
}
