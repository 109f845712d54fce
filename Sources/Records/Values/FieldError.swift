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
  /// The year of a day has fewer than four digits.
  case shortYear
  /// Either of two numbers may be the day, and the other one the month.
  case ambiguousDay(Int, Int)
  /// The text is a time of day, and there is no date that it could belong to.
  case noDate
  case noSuchMonth(Int)
  case noSuchDay(Int)
  /// The year is outside -4712 to 9999.
  case yearOutOfRange(Int)
  case notATime
  case noSuchTime
  /// The time has more decimal places than the field can keep, whose maximum is the associated value.
  case tooFineTime(Int)
  /// The field's numbers cannot represent the moment, or mean something else there.
  case momentNotKept
  case notEditable
  case holdsBytes
  /// The text is none of these choices, and none begins with it.
  case notAChoice([String])
  case notARating
  case notAnISBN
  /// The text is the beginning of an ISBN that lacks this many digits.
  case unfinishedISBN(missing: Int)
  /// The last digit of an ISBN should be the associated value.
  case wrongCheckDigit(Character)
  case notAPartialDate
  case notAYear
  case notAURL
}
