/// Why a text is no rule for a field; it carries no wording.
public enum RuleProblem: Error, Hashable, Sendable {
  /// It is none of the rules.
  case unknown(String)
  /// `s/old/new/` or `r/pattern/new/` lacks a slash, or has something else than `i` behind the last one.
  case brokenReplacement
  /// There is nothing to replace.
  case nothingToReplace
  /// The pattern is broken.
  case brokenPattern(PatternError)
  /// What is put in place of the pattern names a group that it does not have.
  case noSuchGroup(Int)
  /// A brace is not closed, or has nothing in it.
  case brokenField
  /// A field between braces does not exist.
  case unknownField(String)
  /// A number is added to, or multiplied with, a field that holds no numbers or dates.
  case notForNumbers
  /// A date is multiplied, or a number gets months.
  case wrongUnit
  /// A part is added to, removed from or renamed in a field that is no list or text.
  case notForLists
  /// A list that other rows make gets another change than one of its parts.
  case onlyForParts
  /// No part is named.
  case missingPart
  /// A field whose value the database computes, or that takes bytes, is changed by a rule.
  case fixedField
}
