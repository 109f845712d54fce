/// Finds a pattern's leftmost-longest match and its groups.
struct PatternSearch {
  /// The positions of the groups; the first group is the whole match.
  struct Match {
    let groups: [Range<Int>?]
    var range: Range<Int> { groups[0] ?? 0..<0 }
  }

  private struct Thread {
    let step: Int
    let notes: [Int]
  }

  private let program: PatternProgram
  private let text: [Unicode.Scalar]
  private var budget: Int
  private var mark: [Int]
  private var round = 0

  /// The step limit for one text, which takes some tenths of a second.
  private static let stepLimit = 5_000_000

  init(_ program: PatternProgram, in text: [Unicode.Scalar]) {
    (self.program, self.text, budget) = (program, text, Self.stepLimit)
    mark = Array(repeating: 0, count: program.steps.count)
  }

  var isGivenUp: Bool { budget <= 0 }

  mutating func firstMatch(from start: Int) -> Match? {
    var (threads, best): ([Thread], [Int]?) = ([], nil)
    for place in start...text.count {
      if isGivenUp { return nil }
      var next: [Thread] = []
      round += 1
      for thread in threads { add(thread, at: place, to: &next) }
      // A match that begins later does not count.
      if best == nil {
        let notes = Array(repeating: -1, count: 2 * program.groupCount)
        add(Thread(step: 0, notes: notes), at: place, to: &next)
      }
      threads = []
      for thread in next where best.map({ thread.notes[0] <= $0[0] }) ?? true {
        budget -= 1
        switch program.steps[thread.step] {
        case .match: best = Self.better(thread.notes, best)
        case .read(let set) where place < text.count && program.sets[set].contains(text[place]):
          threads.append(Thread(step: thread.step + 1, notes: thread.notes))
        default: break
        }
      }
      if threads.isEmpty, best != nil { break }
    }
    return best.map { notes in
      Match(
        groups: (0..<program.groupCount).map { group in
          let (lower, upper) = (notes[2 * group], notes[2 * group + 1])
          return lower < 0 || upper < lower ? nil : lower..<upper
        })
    }
  }

  /// The longer of two matches that begin at the same position; on a tie, the first in order.
  private static func better(_ new: [Int], _ old: [Int]?) -> [Int] {
    guard let old else { return new }
    return new[0] < old[0] || new[0] == old[0] && new[1] > old[1] ? new : old
  }

  /// Adds a thread and all that it reaches without reading a character, unless an earlier thread is there.
  private mutating func add(_ thread: Thread, at place: Int, to threads: inout [Thread]) {
    var open = [thread]
    while let thread = open.popLast() {
      if mark[thread.step] == round { continue }
      mark[thread.step] = round
      budget -= 1
      switch program.steps[thread.step] {
      case .read, .match: threads.append(thread)
      case .split(let first, let second):
        open.append(Thread(step: second, notes: thread.notes))
        open.append(Thread(step: first, notes: thread.notes))
      case .jump(let target): open.append(Thread(step: target, notes: thread.notes))
      case .note(let number):
        var notes = thread.notes
        notes[number] = place
        open.append(Thread(step: thread.step + 1, notes: notes))
      case .start: if place == 0 { open.append(Thread(step: thread.step + 1, notes: thread.notes)) }
      case .end: if place == text.count { open.append(Thread(step: thread.step + 1, notes: thread.notes)) }
      }
    }
  }
}
