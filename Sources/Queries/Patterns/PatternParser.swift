/// A recursive-descent parser for POSIX extended regular expressions.
///
/// There are no back-references. `\d`, `\w` and `\s` and their uppercase forms have their usual meanings.
struct PatternParser {
  static let repetitionLimit = 255
  private static let depthLimit = 40

  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var depth = 0
  private let isFolded: Bool
  private(set) var groupCount = 0

  init(_ text: String, isFolded: Bool) {
    scalars = Array(text.unicodeScalars)
    self.isFolded = isFolded
  }

  private var next: Unicode.Scalar? { scalars.indices.contains(index) ? scalars[index] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    index += 1
    return true
  }

  mutating func parse() throws(PatternError) -> PatternNode {
    if scalars.isEmpty { throw .empty }
    let node = try choice()
    if next != nil { throw .unbalancedGroup }
    return node
  }

  private mutating func choice() throws(PatternError) -> PatternNode {
    var choices = [try sequence()]
    while take("|") { choices.append(try sequence()) }
    return choices.count == 1 ? choices[0] : .choice(choices)
  }

  private mutating func sequence() throws(PatternError) -> PatternNode {
    var nodes: [PatternNode] = []
    while let next, next != "|", next != ")" || depth == 0 {
      var node = try atom()
      while let count = try count() { node = .repeated(node, least: count.least, most: count.most) }
      nodes.append(node)
    }
    return nodes.count == 1 ? nodes[0] : .sequence(nodes)
  }

  // MARK: Repetition

  private mutating func count() throws(PatternError) -> (least: Int, most: Int?)? {
    if take("*") { return (0, nil) }
    if take("+") { return (1, nil) }
    if take("?") { return (0, 1) }
    guard take("{") else { return nil }
    let least = number()
    var most = least
    if take(",") { most = number() }
    let isOpen = scalars[index - 1] == ","
    guard take("}"), let first = least ?? (isOpen ? nil : 0), first <= Self.repetitionLimit,
      isOpen || most.map({ $0 >= first && $0 <= Self.repetitionLimit }) == true
    else { throw .brokenCount }
    return (first, isOpen ? nil : most)
  }

  private mutating func number() -> Int? {
    var digits = ""
    while let next, ("0"..."9").contains(next) {
      digits.unicodeScalars.append(next)
      index += 1
    }
    return Int(digits)
  }

  // MARK: Atoms

  private mutating func atom() throws(PatternError) -> PatternNode {
    guard let scalar = next else { return .sequence([]) }
    index += 1
    switch scalar {
    case "(": return try group()
    case ")": throw .unbalancedGroup
    case "[": return .set(try bracket())
    case ".": return .set(.any(isFolded: isFolded))
    case "^": return .start
    case "$": return .end
    case "*", "+", "?", "{": throw .nothingToRepeat
    case "\\": return try escaped()
    default: return Self.literal(scalar, isFolded: isFolded)
    }
  }

  static func literal(_ scalar: Unicode.Scalar, isFolded: Bool) -> PatternNode {
    guard isFolded else { return .set(PatternSet(scalar, isFolded: false)) }
    let nodes = FoldedScalar(scalar).scalars.map { PatternNode.set(PatternSet($0, isFolded: true)) }
    return nodes.count == 1 ? nodes[0] : .sequence(nodes)
  }

  private mutating func group() throws(PatternError) -> PatternNode {
    guard depth < Self.depthLimit else { throw .tooLarge }
    depth += 1
    groupCount += 1
    let number = groupCount
    let node = try choice()
    guard take(")") else { throw .unbalancedGroup }
    depth -= 1
    return .group(node, number)
  }

  private mutating func escaped() throws(PatternError) -> PatternNode {
    guard let scalar = next else { throw .nothingEscaped }
    index += 1
    if ("1"..."9").contains(scalar) { throw .backReference }
    let classes: [Unicode.Scalar: PatternSet.Class] = ["d": .digit, "w": .alnum, "s": .space]
    guard let named = classes[scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar] else {
      return Self.literal(scalar, isFolded: isFolded)
    }
    var set = PatternSet(isFolded: isFolded)
    set.insert(named)
    if named == .alnum { set.insert(0x5F...0x5F) }
    set.isInverted = scalar.properties.isUppercase
    return .set(set)
  }

  // MARK: Brackets

  private mutating func bracket() throws(PatternError) -> PatternSet {
    var set = PatternSet(isFolded: isFolded)
    set.isInverted = take("^")
    var isFirst = true
    while let scalar = next, isFirst || scalar != "]" {
      isFirst = false
      if scalar == "[", scalars.indices.contains(index + 1), scalars[index + 1] == ":" {
        set.insert(try named())
        continue
      }
      let lower = try member()
      guard next == "-", scalars.indices.contains(index + 1), scalars[index + 1] != "]" else {
        set.insert(lower.value...lower.value)
        continue
      }
      index += 1
      let upper = try member()
      guard lower.value <= upper.value else { throw .reversedRange }
      set.insert(lower.value...upper.value)
    }
    guard take("]") else { throw .unclosedBracket }
    return set
  }

  /// May be written as `[.a.]` or `[=a=]`.
  private mutating func member() throws(PatternError) -> Unicode.Scalar {
    guard let scalar = next else { throw .unclosedBracket }
    index += 1
    guard scalar == "[", let mark = next, mark == "." || mark == "=" else { return scalar }
    let rest = scalars[index...]
    guard rest.count >= 4, scalars[index + 2] == mark, scalars[index + 3] == "]" else {
      throw .unclosedBracket
    }
    defer { index += 4 }
    return scalars[index + 1]
  }

  private mutating func named() throws(PatternError) -> PatternSet.Class {
    index += 2
    var name = ""
    while let scalar = next, scalar != ":" {
      name.unicodeScalars.append(scalar)
      index += 1
    }
    guard take(":"), take("]") else { throw .unclosedBracket }
    guard let found = PatternSet.Class(rawValue: name) else { throw .unknownClass(name) }
    return found
  }
}

/// The syntax tree of a pattern.
indirect enum PatternNode {
  case set(PatternSet)
  case sequence([PatternNode])
  case choice([PatternNode])
  case group(PatternNode, Int)
  /// Unlimited without `most`.
  case repeated(PatternNode, least: Int, most: Int?)
  case start
  case end
}

/// Why a text is not a valid pattern; wording is left to the caller.
public enum PatternError: Error, Hashable, Sendable {
  case empty
  case unbalancedGroup
  case unclosedBracket
  case nothingToRepeat
  /// No valid count, or a count above `PatternParser.repetitionLimit`.
  case brokenCount
  case reversedRange
  /// As in `[:letter:]`.
  case unknownClass(String)
  case backReference
  case nothingEscaped
  case tooLarge
}
