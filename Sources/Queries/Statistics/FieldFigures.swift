import Records

/// The distribution of a field's values.
///
/// Each row is in one of `classes`, `rest`, `empty`, `vague` and `other`; a row with a list is in the class of each item.
public struct FieldFigures: Hashable, Sendable {
  /// How the classes are formed.
  public enum Form: Hashable, Sendable {
    case frequency
    case choices
    case numbers
    /// A class may span several years.
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

/// Rows that are counted together because of their value: a single value or a range.
public struct ValueClass: Hashable, Sendable {
  /// The name of the value or range: `Leo Tolstoy`, `100–199`, `2024-05`, `Monday`.
  public var label: String
  /// The rows with such a value.
  public var tally: Tally
  /// A query in the finder's language for these rows; nil if there is none.
  public var query: String?

  package init(label: String, tally: Tally, query: String? = nil) {
    (self.label, self.tally, self.query) = (label, tally, query)
  }
}

/// A unit by which dates are counted.
public enum DatePart: String, CaseIterable, Hashable, Sendable {
  case year, month, week, weekday
}
