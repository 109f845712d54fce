import Synchronization

/// A POSIX extended regular expression without back-references.
///
/// Matching takes time linear in the text, whatever the pattern, and bounded memory. See docs/finder.md for the syntax.
public final class Pattern: Sendable {
  /// The pattern as typed.
  public let text: String
  /// Whether case and marks are ignored.
  public let isFolded: Bool
  private let isLiteral: Bool
  private let program: PatternProgram
  private let automaton: Mutex<PatternAutomaton>

  /// Bytes between two checks for cancellation.
  private static let blockSize = 16_384

  /// Parses a pattern; in a literal pattern each character stands only for itself.
  public init(_ text: String, isFolded: Bool = true, isLiteral: Bool = false) throws(PatternError) {
    (self.text, self.isFolded, self.isLiteral) = (text, isFolded, isLiteral)
    if isLiteral {
      if text.isEmpty { throw .empty }
      let nodes = text.unicodeScalars.map { PatternParser.literal($0, isFolded: isFolded) }
      program = try PatternProgram(.sequence(nodes), groupCount: 0)
    } else {
      var parser = PatternParser(text, isFolded: isFolded)
      let node = try parser.parse()
      program = try PatternProgram(node, groupCount: parser.groupCount)
    }
    automaton = Mutex(PatternAutomaton(program))
  }

  var groupCount: Int { program.groupCount - 1 }

  /// Ignores case and marks; finds nothing once `isCancelled`, called between blocks, returns true.
  package func matches(_ text: UnsafeRawBufferPointer, isCancelled: () -> Bool = { false }) -> Bool {
    // Another thread may be searching a long text with the shared automaton.
    automaton.withLockIfAvailable { Self.matches(text, &$0, isCancelled) }
      ?? {
        var own = PatternAutomaton(program)
        return Self.matches(text, &own, isCancelled)
      }()
  }

  private static func matches(
    _ text: UnsafeRawBufferPointer, _ automaton: inout PatternAutomaton, _ isCancelled: () -> Bool
  ) -> Bool {
    var place = automaton.begin()
    var start = 0
    while start < text.count, !place.hasMatched {
      var end = min(start + blockSize, text.count)
      // A character has at most three continuation bytes.
      for _ in 0..<3 where end < text.count && text[end] & 0xC0 == 0x80 { end -= 1 }
      TextFold.withFold(of: UnsafeRawBufferPointer(rebasing: text[start..<end])) {
        automaton.read($0, from: &place)
      }
      start = end
      if start < text.count, isCancelled() { return false }
    }
    return automaton.matches(atEnd: place)
  }

  /// From left to right without overlaps, each with its groups; nil if the search takes too long.
  func matches(in text: String) -> [[Range<String.Index>?]]? {
    let parts = PatternText(text, isFolded: isFolded)
    var search = PatternSearch(program, in: parts.scalars)
    var (found, place, end): ([[Range<String.Index>?]], Int, Int) = ([], 0, -1)
    while place <= parts.scalars.count, let match = search.firstMatch(from: place) {
      place = match.range.upperBound + (match.range.isEmpty ? 1 : 0)
      // An empty match directly after another match does not count.
      if match.range == end..<end { continue }
      end = match.range.upperBound
      found.append(match.groups.map { $0.map(parts.range) })
    }
    return search.isGivenUp ? nil : found
  }
}

extension Pattern: Hashable {
  /// Whether two patterns are equal.
  public static func == (left: Pattern, right: Pattern) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8) && left.isFolded == right.isFolded
      && left.isLiteral == right.isLiteral
  }

  /// Hashes the pattern's text.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// The characters that a pattern reads, mapped to their positions in the text.
struct PatternText {
  private let text: String
  let scalars: [Unicode.Scalar]
  private let starts: [String.Index]

  init(_ text: String, isFolded: Bool) {
    self.text = text
    var (scalars, starts): ([Unicode.Scalar], [String.Index]) = ([], [])
    for index in text.unicodeScalars.indices {
      let scalar = text.unicodeScalars[index]
      if isFolded {
        for folded in FoldedScalar(scalar).scalars {
          scalars.append(folded)
          starts.append(index)
        }
      } else {
        scalars.append(scalar)
        starts.append(index)
      }
    }
    (self.scalars, self.starts) = (scalars, starts)
  }

  func range(of places: Range<Int>) -> Range<String.Index> {
    let lower = places.lowerBound < starts.count ? starts[places.lowerBound] : text.endIndex
    guard places.upperBound < starts.count else { return lower..<text.endIndex }
    let upper = starts[places.upperBound]
    // One character may have several in its fold.
    let isWithin = !places.isEmpty && starts[places.upperBound - 1] == upper
    return lower..<(isWithin ? text.unicodeScalars.index(after: upper) : upper)
  }
}

struct PatternSearch {
  /// The first group is the whole match.
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

  /// For one text; takes some tenths of a second.
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

  /// The longer match; on a tie, the first.
  private static func better(_ new: [Int], _ old: [Int]?) -> [Int] {
    guard let old else { return new }
    return new[0] < old[0] || new[0] == old[0] && new[1] > old[1] ? new : old
  }

  /// Adds a thread and all reachable without reading a character, unless an earlier thread is there.
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
