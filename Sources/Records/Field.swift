/// A column as people see it; it turns values into text and text into values.
public struct Field: Hashable, Sendable {
  /// The column's name in the table, unquoted.
  public var column: String
  /// What people read beside the value.
  public var label: String
  /// How the value is shown and typed.
  public var kind: Kind
  /// What SQLite makes of a value that is stored in the column.
  public var affinity: Affinity
  /// Whether the field must hold something before it can be saved.
  public var isRequired: Bool
  /// Whether no two rows may hold the same value.
  public var isUnique: Bool
  /// Whether the database computes the value, so that it is shown and cannot be edited.
  public var isGenerated: Bool
  /// Whether the column gets a value of its own in a new row that leaves it out.
  public var hasDefault: Bool
  /// The form in which the numbers may well be dates, where that is not certain enough for the kind to be one.
  public var reading: DateForm?
  /// Whether the numbers 0 and -1 of a date field mean "never", and not the first moments of an epoch.
  public var zeroIsNever = false

  /// How a field's values are shown and typed.
  public enum Kind: Hashable, Sendable {
    /// One line of text.
    case text
    /// Text of several lines.
    case longText
    /// A whole number of 64 bits.
    case integer
    /// A number with a point whose digits are kept as far as the column can: `3.50`.
    case decimal
    /// A number with a fraction, stored as a double.
    case real
    /// Yes or no, stored as 1 or 0 or as a pair of words.
    case boolean
    /// A day, with its time of day where there is one.
    case date(DateForm)
    /// A day with its time of day.
    case dateTime(DateForm)
    /// Bytes of a picture, which cannot be typed.
    case photo
    /// Bytes, which are shown in hexadecimal, the first of them, and cannot be typed.
    case blob
  }

  /// Makes a field of its parts.
  ///
  /// Without an affinity it has the one that a column for its kind usually has.
  public init(
    column: String, label: String, kind: Kind, isRequired: Bool = false, affinity: Affinity? = nil,
    isUnique: Bool = false, isGenerated: Bool = false, hasDefault: Bool = false
  ) {
    self.column = column
    self.label = label
    self.kind = kind
    self.affinity = affinity ?? kind.usualAffinity
    self.isRequired = isRequired
    self.isUnique = isUnique
    self.isGenerated = isGenerated
    self.hasDefault = hasDefault
  }
}

extension Field.Kind {
  /// Whether the values are texts, so that an empty text is a value.
  public var isText: Bool { self == .text || self == .longText }

  /// Whether the values are bytes, so that nothing can be typed.
  public var isBytes: Bool { self == .photo || self == .blob }

  /// The form of a date, with or without a time of day.
  public var dateForm: Field.DateForm? {
    switch self {
    case .date(let form), .dateTime(let form): form
    default: nil
    }
  }

  /// Whether the time of day is always shown.
  public var isDateTime: Bool { if case .dateTime = self { true } else { false } }

  fileprivate var usualAffinity: Affinity {
    switch self {
    case .text, .longText, .date(.isoText), .dateTime(.isoText): .text
    case .date(.number(let unit, _)), .dateTime(.number(let unit, _)): unit == .second ? .real : .integer
    case .integer: .integer
    case .decimal, .boolean: .numeric
    case .real, .date, .dateTime: .real
    case .photo, .blob: .blob
    }
  }
}
