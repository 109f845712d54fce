/// A lazily built automaton that tests whether a pattern occurs in a text.
///
/// A state is a set of steps of the program, and each transition is computed once. When there are too many states, all are
/// dropped; a character then costs time proportional to the program's steps, and the total stays linear.
struct PatternAutomaton {
  private struct State {
    let steps: [Int32]
    let hasMatched: Bool
    /// By character class; -1 if not computed yet.
    var next: [Int32] = []
  }

  private let program: PatternProgram
  private var states: [State] = []
  private var numbers: [[Int32]: Int] = [:]
  private var stepCount = 0
  /// For each character class, its membership in each set.
  private var members: [[Bool]] = []
  private var classes: [[Bool]: Int] = [:]
  private var asciiClasses = Array(repeating: Int16(-1), count: 128)
  private var otherClasses: [UInt32: Int] = [:]
  private var mark: [Int]
  private var round = 0

  /// The limit on the steps of all states, and the extra cost of a state in steps.
  private static let (stepLimit, stateSize) = (100_000, 50)
  /// Limits the cache for characters beyond ASCII.
  private static let classLimit = 4_096

  init(_ program: PatternProgram) {
    self.program = program
    mark = Array(repeating: 0, count: program.steps.count)
  }

  struct Place {
    fileprivate var state: Int
    fileprivate(set) var hasMatched: Bool
    fileprivate var isAtStart = true
  }

  mutating func begin() -> Place {
    let state = number(of: closure(of: [], isAtStart: true))
    return Place(state: state, hasMatched: states[state].hasMatched)
  }

  mutating func read(_ text: UnsafeRawBufferPointer, from place: inout Place) {
    var index = 0
    while index < text.count, !place.hasMatched {
      let byte = text[index]
      if byte < 0x80 {
        read(Unicode.Scalar(byte), from: &place)
        index += 1
      } else {
        let (scalar, length) = Self.scalar(in: text, at: index)
        read(scalar, from: &place)
        index += length
      }
    }
  }

  private mutating func read(_ scalar: Unicode.Scalar, from place: inout Place) {
    let kind = kind(of: scalar)
    if kind < states[place.state].next.count, states[place.state].next[kind] >= 0 {
      place.state = Int(states[place.state].next[kind])
    } else {
      place.state = follow(place.state, kind)
    }
    place.hasMatched = states[place.state].hasMatched
    place.isAtStart = false
  }

  mutating func matches(atEnd place: Place) -> Bool {
    if place.hasMatched { return true }
    let waiting = states[place.state].steps.filter { program.steps[Int($0)] == .end }.map { Int($0) + 1 }
    if waiting.isEmpty { return false }
    return closure(of: waiting, isAtStart: place.isAtStart, isAtEnd: true, restarts: false).hasMatched
  }

  // MARK: States

  private mutating func follow(_ state: Int, _ kind: Int) -> Int {
    var targets: [Int] = []
    for step in states[state].steps {
      if case .read(let set) = program.steps[Int(step)], members[kind][set] { targets.append(Int(step) + 1) }
    }
    let found = closure(of: targets, isAtStart: false)
    let before = states.count
    let number = number(of: found)
    // All states were dropped if there was no room for another.
    guard states.count >= before else { return number }
    while states[state].next.count <= kind { states[state].next.append(-1) }
    states[state].next[kind] = Int32(number)
    return number
  }

  private mutating func number(of state: State) -> Int {
    if let number = numbers[state.steps], states[number].hasMatched == state.hasMatched { return number }
    if stepCount + state.steps.count > Self.stepLimit { (states, numbers, stepCount) = ([], [:], 0) }
    stepCount += state.steps.count + Self.stateSize
    states.append(state)
    numbers[state.steps] = states.count - 1
    return states.count - 1
  }

  /// Also includes the first step; reads no character.
  private mutating func closure(
    of targets: [Int], isAtStart: Bool, isAtEnd: Bool = false, restarts: Bool = true
  ) -> State {
    round += 1
    var (open, found, hasMatched): ([Int], [Int32], Bool) = (targets + (restarts ? [0] : []), [], false)
    while let step = open.popLast() {
      if mark[step] == round { continue }
      mark[step] = round
      switch program.steps[step] {
      case .read: found.append(Int32(step))
      case .split(let first, let second): open += [second, first]
      case .jump(let target): open.append(target)
      case .note: open.append(step + 1)
      case .start: if isAtStart { open.append(step + 1) }
      case .end:
        found.append(Int32(step))
        if isAtEnd { open.append(step + 1) }
      case .match: hasMatched = true
      }
    }
    return State(steps: found.sorted(), hasMatched: hasMatched)
  }

  // MARK: Characters

  private mutating func kind(of scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII {
      let known = asciiClasses[Int(scalar.value)]
      if known >= 0 { return Int(known) }
    } else if let known = otherClasses[scalar.value] {
      return known
    }
    let member = program.sets.map { $0.contains(scalar) }
    let kind = classes[member] ?? members.count
    if kind == members.count {
      members.append(member)
      classes[member] = kind
    }
    if scalar.isASCII {
      asciiClasses[Int(scalar.value)] = Int16(kind)
    } else {
      if otherClasses.count >= Self.classLimit { otherClasses = [:] }
      otherClasses[scalar.value] = kind
    }
    return kind
  }

  private static func scalar(
    in text: UnsafeRawBufferPointer, at index: Int
  ) -> (scalar: Unicode.Scalar, length: Int) {
    let lead = text[index]
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    guard index + length <= text.count else { return ("\u{FFFD}", 1) }
    var value = UInt32(lead) & (0x7F >> UInt32(length))
    for offset in 1..<length { value = value << 6 | UInt32(text[index + offset] & 0x3F) }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
  }
}
