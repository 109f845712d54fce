import Records

/// Why a row cannot take the value that a rule makes for it; it carries no wording.
public enum RuleRefusal: Error, Hashable, Sendable {
  /// The field does not take the new value.
  case value(FieldError)
  /// The row holds no number to calculate with.
  case notANumber
  /// The row holds no date to calculate with, or one without a month or a day.
  case notADate
  /// The new number or date is outside of what there is.
  case outOfRange
  /// The row holds bytes.
  case holdsBytes
  /// The text, or what becomes of it, is larger than `Rule.textLimit`.
  case tooLarge
  /// The pattern takes too long on this text.
  case tooSlow
}
