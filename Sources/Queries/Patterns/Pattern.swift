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

  /// The bytes that are folded and searched between two checks for cancellation.
  private static let blockSize = 16_384

  /// Parses a pattern.
  ///
  /// - Parameter isLiteral: Whether each character stands only for itself.
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

  /// Whether the pattern matches part of a text, ignoring case and marks.
  ///
  /// - Parameter isCancelled: Called between two blocks of the text; if it returns true, nothing is found.
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
      // Does not split a character, which has at most three continuation bytes.
      for _ in 0..<3 where end < text.count && text[end] & 0xC0 == 0x80 { end -= 1 }
      TextFold.withFold(of: UnsafeRawBufferPointer(rebasing: text[start..<end])) {
        automaton.read($0, from: &place)
      }
      start = end
      if start < text.count, isCancelled() { return false }
    }
    return automaton.matches(atEnd: place)
  }

  /// The matches from left to right without overlaps, each with its groups; nil if the search takes too long.
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
