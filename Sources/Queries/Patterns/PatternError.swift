/// Why a text is not a valid pattern; wording is left to the caller.
public enum PatternError: Error, Hashable, Sendable {
  case empty
  case unbalancedGroup
  case unclosedBracket
  case nothingToRepeat
  /// The braces contain no valid count, or one above `PatternParser.repetitionLimit`.
  case brokenCount
  case reversedRange
  /// There is no such character class, as in `[:letter:]`.
  case unknownClass(String)
  case backReference
  case nothingEscaped
  case tooLarge
}
