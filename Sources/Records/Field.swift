/// A column as people see it; it turns values into text and text into values.
public struct Field: Hashable, Sendable {
  /// The column's name in the table, unquoted.
  public var column: String
  /// What people read beside the value.
  public var label: String
  /// How the value is shown and typed.
  public var kind: Kind
  /// Whether the field must hold something before it can be saved.
  public var isRequired: Bool

  /// How a field's values are shown and typed.
  public enum Kind: Hashable, Sendable {
    /// One line of text.
    case text
    /// A whole number of 64 bits.
    case integer
    /// A number with a fraction, stored as a double.
    case real
    /// A day, stored as seconds since 1970-01-01 00:00 UTC.
    case date
    /// Bytes, which are shown in hexadecimal, the first of them, and cannot be typed.
    case blob
  }

  /// Makes a field of its parts.
  public init(column: String, label: String, kind: Kind, isRequired: Bool = false) {
    self.column = column
    self.label = label
    self.kind = kind
    self.isRequired = isRequired
  }
}
