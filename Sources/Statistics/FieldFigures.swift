import Records

/// What the values of a field say: how many rows have which of them.
///
/// Every row is in exactly one of `classes`, `rest`, `empty`, `vague` and `other`, except that a row with a list is in the
/// class of each of its parts.
public struct FieldFigures: Hashable, Sendable {
  /// How the classes came about.
  public enum Form: Hashable, Sendable {
    /// The most frequent values, or the parts of lists.
    case frequency
    /// All values of a field of choices, of yes and no, or of stars, in their order.
    case choices
    /// Numbers in ranges of the same width.
    case numbers
    /// Dates by a part of them; several years may be one class.
    case dates(DatePart)
  }

  /// The field.
  public var field: Field
  /// How the classes came about.
  public var form: Form
  /// The classes, in order.
  public var classes: [ValueClass]
  /// What is said of each class.
  public var measure = Measure.rows
  /// The measured field, unless rows are counted.
  public var measured: Field?
  /// All rows.
  public var total = Tally()
  /// The rows without a value.
  public var empty = Tally()
  /// The rows whose date is not precise enough for the part: a year where months are counted.
  public var vague = Tally()
  /// The rows whose value is not of the field's kind: a text among numbers.
  public var other = Tally()
  /// The rows with values that are too seldom to be shown.
  public var rest = Tally()
  /// How many such values there are.
  public var restCount = 0

  /// How many rows an average needs so that it does not come behind all others.
  public static let leastAveraged = 3
}
