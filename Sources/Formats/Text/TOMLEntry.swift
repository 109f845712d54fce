/// A key of a TOML text with its value, and where it stands, counted from 1.
public struct TOMLEntry: Hashable, Sendable {
  /// The table's name, its parts joined by points; empty before the first table.
  public let table: String
  /// The name before the equals sign.
  public let key: String
  /// What stands behind it.
  public let value: Value
  /// The line of the key.
  public let line: Int
  /// The column in which the key begins, in characters.
  public let column: Int

  /// A value, of one of the kinds that settings have.
  public enum Value: Hashable, Sendable {
    /// A text.
    case string(String)
    /// A whole number.
    case integer(Int)
    /// A number with a point.
    case number(Double)
    /// `true` or `false`.
    case boolean(Bool)
    /// Values between brackets.
    case array([Value])
  }
}

/// What is wrong with a TOML text, and where, counted from 1.
public struct TOMLProblem: Error, Hashable, Sendable {
  /// The line.
  public let line: Int
  /// The column, in characters.
  public let column: Int
  /// What is wrong, in words that need no capital and no full stop.
  public let text: String

  /// Makes a problem of its parts.
  public init(line: Int, column: Int, text: String) {
    (self.line, self.column, self.text) = (line, column, text)
  }
}
