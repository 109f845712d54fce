/// Why a text is no pattern; it carries no wording.
public enum PatternError: Error, Hashable, Sendable {
  /// There is nothing in it.
  case empty
  /// A parenthesis is not closed, or closed and not opened.
  case unbalancedGroup
  /// A bracket is not closed.
  case unclosedBracket
  /// `*`, `+`, `?` or `{…}` has nothing before it.
  case nothingToRepeat
  /// What is between braces is no number of times, or more than `PatternParser.repetitionLimit`.
  case brokenCount
  /// A range of characters ends before it begins.
  case reversedRange
  /// There is no such class of characters, as in `[:letter:]`.
  case unknownClass(String)
  /// It asks for what a group has matched, as `\1` does.
  case backReference
  /// A backslash has nothing behind it.
  case nothingEscaped
  /// It has too many parts, or too many groups in one another.
  case tooLarge
}
