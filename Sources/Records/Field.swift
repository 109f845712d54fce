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
    /// A day, with the time of day kept where there is one.
    case date(DateForm)
    /// Bytes of a picture, which cannot be typed.
    case photo
    /// Bytes, which are shown in hexadecimal, the first of them, and cannot be typed.
    case blob
  }

  /// How a day is stored.
  public enum DateForm: Hashable, Sendable, CaseIterable {
    /// Seconds since 1970-01-01 00:00 UTC, as Unix counts them.
    case secondsSince1970
    /// Seconds since 2001-01-01 00:00 UTC, as Core Data counts them.
    case secondsSince2001
    /// Days since noon of -4713-11-24, as SQLite's `julianday` counts them.
    case julianDay
    /// A text that begins with the date, `1321-06-07`, and may go on with a time.
    case isoText
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

  fileprivate var usualAffinity: Affinity {
    switch self {
    case .text, .longText, .date(.isoText): .text
    case .integer: .integer
    case .decimal, .boolean: .numeric
    case .real, .date: .real
    case .photo, .blob: .blob
    }
  }
}
