import Synchronization

/// An extended regular expression of POSIX without back-references.
///
/// It takes time in proportion to the text, whatever the pattern is, and memory of a bounded size. See docs/finder.md for
/// what it may have.
public final class Pattern: Sendable {
  /// What was typed.
  public let text: String
  /// Whether case and marks do not matter.
  public let isFolded: Bool
  private let isLiteral: Bool
  private let program: PatternProgram
  private let automaton: Mutex<PatternAutomaton>

  /// The bytes that are folded and looked at between two checks for cancellation.
  private static let blockSize = 16_384

  /// Reads a pattern.
  ///
  /// - Parameters:
  ///   - text: The pattern.
  ///   - isFolded: Whether case and marks do not matter.
  ///   - isLiteral: Whether each character stands for itself only.
  /// - Throws: What is wrong with it.
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

  /// How many groups it has.
  var groupCount: Int { program.groupCount - 1 }

  /// Whether it matches a part of a text, whose case and marks do not matter.
  ///
  /// - Parameters:
  ///   - text: UTF-8, which may be invalid.
  ///   - isCancelled: Asked between two blocks of the text; if it is true, nothing is found.
  /// - Complexity: O(*n*) in the bytes.
  package func matches(_ text: UnsafeRawBufferPointer, isCancelled: () -> Bool = { false }) -> Bool {
    // Another thread may be looking at a long text.
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
      // A character stays whole; it has three bytes at most behind its first one.
      for _ in 0..<3 where end < text.count && text[end] & 0xC0 == 0x80 { end -= 1 }
      TextFold.withFold(of: UnsafeRawBufferPointer(rebasing: text[start..<end])) {
        automaton.read($0, from: &place)
      }
      start = end
      if start < text.count, isCancelled() { return false }
    }
    return automaton.matches(atEnd: place)
  }

  /// The matches in a text from left to right, without overlaps, each with its groups.
  ///
  /// - Returns: Nil if that takes too long.
  func matches(in text: String) -> [[Range<String.Index>?]]? {
    let parts = PatternText(text, isFolded: isFolded)
    var search = PatternSearch(program, in: parts.scalars)
    var (found, place, end): ([[Range<String.Index>?]], Int, Int) = ([], 0, -1)
    while place <= parts.scalars.count, let match = search.firstMatch(from: place) {
      place = match.range.upperBound + (match.range.isEmpty ? 1 : 0)
      // Nothing is no match of its own right behind one.
      if match.range == end..<end { continue }
      end = match.range.upperBound
      found.append(match.groups.map { $0.map(parts.range) })
    }
    return search.isGivenUp ? nil : found
  }
}

extension Pattern: Hashable {
  /// Whether two patterns are the same.
  public static func == (left: Pattern, right: Pattern) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8) && left.isFolded == right.isFolded
      && left.isLiteral == right.isLiteral
  }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
