import Records

/// Why a row cannot take the value that a rule makes for it; wording is left to the caller.
public enum RuleRefusal: Error, Hashable, Sendable {
  case value(FieldError)
  case notANumber
  case notADate
  case outOfRange
  case holdsBytes
  case tooLarge
  case tooSlow
}
