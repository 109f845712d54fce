/// Why a text cannot be a field's value; wording is left to the caller.
public enum FieldError: Error, Hashable, Sendable {
  case required
  case notAnInteger
  case integerTooLarge
  case notANumber
  case notADecimal
  case tooManyDigits
  case notABoolean
  case notADate
  /// Fewer than four digits.
  case shortYear
  /// Either number may be the day.
  case ambiguousDay(Int, Int)
  /// A time of day lacks a date.
  case noDate
  case noSuchMonth(Int)
  case noSuchDay(Int)
  case yearOutOfRange(Int)
  case notATime
  case noSuchTime
  /// The value is the number of decimal places that the field can keep.
  case tooFineTime(Int)
  /// The field's numbers cannot represent the moment.
  case momentNotKept
  case notEditable
  case holdsBytes
  case notAChoice([String])
  case notARating
  case notAnISBN
  case unfinishedISBN(missing: Int)
  /// The digit that would be correct.
  case wrongCheckDigit(Character)
  case notAPartialDate
  case notAYear
  case notAURL
}
