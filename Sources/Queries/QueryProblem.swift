/// A part of a query that is wrong or unfinished.
public struct QueryProblem: Hashable, Sendable {
  /// What is wrong.
  public let kind: Kind
  /// The affected part of the text, as a range of UTF-8 bytes; never empty.
  public let range: Range<Int>

  /// The kinds of problems; the rest of the query counts all the same.
  public enum Kind: Hashable, Sendable {
    /// The quote is taken to end with the text.
    case unclosedQuote
    /// The parenthesis is taken to be closed at the end.
    case unclosedGroup
    case unopenedGroup
    case emptyGroup
    case missingAlternative
    case missingTerm
    case missingValue(String)
    /// There is no such field, so the name is taken for a word; `meant` is a similar field name in query syntax.
    case unknownField(String, meant: String? = nil)
    case ambiguousField(String, [String])
    case unknownState(String)
    case notANumber(String)
    case notADate(String)
    case notComparable(String)
    case brokenPattern(PatternError)
    case reversedRange
    case tooDeep
  }
}
