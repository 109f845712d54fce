/// A pattern as steps, which are followed all at once: what matches is found without going back.
struct PatternProgram: Sendable {
  /// A step of a program.
  enum Step: Hashable, Sendable {
    /// Reads a character of the set with this number.
    case read(Int)
    /// Goes on at either place, the first of which is preferred.
    case split(Int, Int)
    /// Goes on at another place.
    case jump(Int)
    /// Notes the place in the text.
    case note(Int)
    /// Goes on where the text begins.
    case start
    /// Goes on where the text ends.
    case end
    /// Has matched.
    case match
  }

  private(set) var steps: [Step] = []
  private(set) var sets: [PatternSet] = []
  /// How many groups there are, with the one for all of the match.
  let groupCount: Int

  /// The most steps of a program, by which the time for each character is bounded.
  private static let stepLimit = 2_000
  /// The most parts that are gone through, some of which make no step.
  private static let partLimit = 20_000
  private var partCount = 0

  init(_ node: PatternNode, groupCount: Int) throws(PatternError) {
    self.groupCount = groupCount + 1
    try append(.group(node, 0))
    try add(.match)
  }

  private mutating func add(_ step: Step) throws(PatternError) {
    guard steps.count < Self.stepLimit else { throw .tooLarge }
    steps.append(step)
  }

  private mutating func append(_ node: PatternNode) throws(PatternError) {
    partCount += 1
    if partCount > Self.partLimit { throw .tooLarge }
    switch node {
    case .set(let set): try add(.read(number(of: set)))
    case .sequence(let nodes): for node in nodes { try append(node) }
    case .choice(let nodes): try append(choice: nodes[...])
    case .group(let node, let number):
      try add(.note(2 * number))
      try append(node)
      try add(.note(2 * number + 1))
    case .repeated(let node, let least, let most):
      for _ in 0..<least { try append(node) }
      if let most { try append(node, upTo: most - least) } else { try append(loopOf: node) }
    case .start: try add(.start)
    case .end: try add(.end)
    }
  }

  private mutating func number(of set: PatternSet) -> Int {
    if let place = sets.firstIndex(of: set) { return place }
    sets.append(set)
    return sets.count - 1
  }

  private mutating func append(choice nodes: ArraySlice<PatternNode>) throws(PatternError) {
    guard let first = nodes.first else { return }
    if nodes.count == 1 { return try append(first) }
    let split = steps.count
    try add(.match)
    try append(first)
    let jump = steps.count
    try add(.match)
    steps[split] = .split(split + 1, steps.count)
    try append(choice: nodes.dropFirst())
    steps[jump] = .jump(steps.count)
  }

  private mutating func append(loopOf node: PatternNode) throws(PatternError) {
    let split = steps.count
    try add(.match)
    try append(node)
    try add(.jump(split))
    steps[split] = .split(split + 1, steps.count)
  }

  private mutating func append(_ node: PatternNode, upTo count: Int) throws(PatternError) {
    var splits: [Int] = []
    for _ in 0..<count {
      splits.append(steps.count)
      try add(.match)
      try append(node)
    }
    for split in splits { steps[split] = .split(split + 1, steps.count) }
  }
}
