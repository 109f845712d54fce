/// A part of a query that is wrong, or not finished yet.
public struct QueryProblem: Hashable, Sendable {
  /// What is wrong.
  public let kind: Kind
  /// Which part of the typed text it is, in bytes of its UTF-8; never empty.
  public let range: Range<Int>

  /// The things that can be wrong; what else was typed counts all the same.
  public enum Kind: Hashable, Sendable {
    /// A quote has no end, and is taken to end with the text.
    case unclosedQuote
    /// A parenthesis is not closed, and is taken to be closed at the end.
    case unclosedGroup
    /// A parenthesis is closed that was not opened.
    case unopenedGroup
    /// There is nothing between two parentheses.
    case emptyGroup
    /// There is nothing on one side of a bar.
    case missingAlternative
    /// There is nothing to leave out behind a hyphen or `not:`.
    case missingTerm
    /// A field has no value behind it yet, by its label.
    case missingValue(String)
    /// No field has that name; it is taken for a word. One may have nearly that name, as a query takes it.
    case unknownField(String, meant: String? = nil)
    /// The name is the beginning of several labels.
    case ambiguousField(String, [String])
    /// There is no such state behind `is:`.
    case unknownState(String)
    /// A field of numbers is compared with something else, by its label.
    case notANumber(String)
    /// A field of dates is compared with something else, by its label.
    case notADate(String)
    /// A field of bytes cannot be compared, by its label.
    case notComparable(String)
    /// What is behind a tilde is no pattern.
    case brokenPattern(PatternError)
    /// A range ends before it begins.
    case reversedRange
    /// There are more parentheses in one another than a query may have.
    case tooDeep
  }
}
