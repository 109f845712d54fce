import Records

/// The distribution of a field's values: how many rows have which value.
///
/// Every row is in exactly one of `classes`, `rest`, `empty`, `vague` and `other`, except that a row with a list is in the
/// class of each of its items.
public struct FieldFigures: Hashable, Sendable {
  /// How the classes are formed.
  public enum Form: Hashable, Sendable {
    case frequency
    /// All values of a choice, boolean or rating, in their order.
    case choices
    case numbers
    /// Parts of dates; a class may span several years.
    case dates(DatePart)
  }

  /// The field.
  public var field: Field
  /// How the classes are formed.
  public var form: Form
  /// The classes in order.
  public var classes: [ValueClass]
  /// The measure shown for each class.
  public var measure = Measure.rows
  /// The measured field, unless rows are counted.
  public var measured: Field?
  /// All rows.
  public var total = Tally()
  /// The rows without a value.
  public var empty = Tally()
  /// The rows whose date is too imprecise, such as a year if months are counted.
  public var vague = Tally()
  /// The rows with a value that is not of the field's kind, such as a text among numbers.
  public var other = Tally()
  /// The rows with values that are too rare to be shown.
  public var rest = Tally()
  /// The number of distinct values in `rest`.
  public var restCount = 0

  /// The minimum number of rows for an average; with fewer rows it is ranked after all others.
  public static let leastAveraged = 3
}
