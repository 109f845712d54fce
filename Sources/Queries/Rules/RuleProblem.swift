/// Why a text is not a valid rule for a field; wording is left to the caller.
public enum RuleProblem: Error, Hashable, Sendable {
  case unknown(String)
  /// `s/old/new/` or `r/pattern/new/` lacks a slash, or has something other than `i` after the last one.
  case brokenReplacement
  case nothingToReplace
  case brokenPattern(PatternError)
  /// The replacement refers to a group that the pattern does not have.
  case noSuchGroup(Int)
  case brokenField
  case unknownField(String)
  /// The field to add to or multiply holds no numbers or dates.
  case notForNumbers
  /// A date is multiplied, or months are added to a number.
  case wrongUnit
  /// An item is added, removed or renamed in a field that is neither a list nor a text.
  case notForLists
  /// A list made by other rows can only have single items changed.
  case onlyForParts
  case missingPart
  /// The database computes the field, or the field takes bytes.
  case fixedField
}
