/// Steps that are followed in parallel, so that matching never backtracks.
struct PatternProgram: Sendable {
  enum Step: Hashable, Sendable {
    case read(Int)
    /// Prefers the first step.
    case split(Int, Int)
    case jump(Int)
    case note(Int)
    case start
    case end
    case match
  }

  private(set) var steps: [Step] = []
  private(set) var sets: [PatternSet] = []
  let groupCount: Int

  /// Bounds the time per character.
  private static let stepLimit = 2_000
  /// Counts nodes, some of which make no step.
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
