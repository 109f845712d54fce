/// Why a text cannot be a field's value; it carries no wording.
public enum FieldError: Error, Hashable, Sendable {
  /// The field must hold something.
  case required
  /// The text is not a whole number.
  case notAnInteger
  /// The text is a whole number that does not fit into 64 bits.
  case integerTooLarge
  /// The text is not a finite number.
  case notANumber
  /// The text is not a number with a point.
  case notADecimal
  /// The number has more digits than the column can store.
  case tooManyDigits
  /// The text is neither yes nor no.
  case notABoolean
  /// The text is not a date in any form that is understood.
  case notADate
  /// The year of a day has fewer than four digits.
  case shortYear
  /// Either of two numbers may be the day, and the other one the month.
  case ambiguousDay(Int, Int)
  /// The text is a time of day, and there is no date that it could belong to.
  case noDate
  /// The month is not 1 to 12.
  case noSuchMonth(Int)
  /// The month of that year has no such day.
  case noSuchDay(Int)
  /// The year is outside -4712 to 9999.
  case yearOutOfRange(Int)
  /// What stands for the time of day is none.
  case notATime
  /// No day has such an hour, minute or second.
  case noSuchTime
  /// The time has more digits after the second's point than the field can keep, which are so many.
  case tooFineTime(Int)
  /// The field's numbers do not reach that moment, or stand for something else there.
  case momentNotKept
  /// The field's kind cannot be typed, or the database computes its value.
  case notEditable
  /// The value is bytes, which typing would lose.
  case holdsBytes
  /// The text is none of the choices, and none begins with it.
  case notAChoice([String])
  /// The text is not 0 to 5 stars in halves.
  case notARating
  /// The text is not an ISBN.
  case notAnISBN
  /// The text is an ISBN's beginning, without so many digits.
  case unfinishedISBN(missing: Int)
  /// The last digit of an ISBN is not the one that belongs to the others.
  case wrongCheckDigit(Character)
  /// The text is not a year, a month or a day.
  case notAPartialDate
  /// The text is not a year.
  case notAYear
  /// The text is not an address.
  case notAURL
}
