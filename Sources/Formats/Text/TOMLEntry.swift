/// A key of a TOML text with its value and its position, counted from 1.
public struct TOMLEntry: Hashable, Sendable {
  /// The table's name, with its parts joined by points; empty before the first table.
  public let table: String
  /// The name before the equals sign.
  public let key: String
  /// The value after the equals sign.
  public let value: Value
  /// The line of the key.
  public let line: Int
  /// The column where the key begins, in characters.
  public let column: Int

  /// A value of a type that settings use.
  public enum Value: Hashable, Sendable {
    case string(String)
    case integer(Int)
    case number(Double)
    case boolean(Bool)
    case array([Value])
  }
}

/// An error in a TOML text with its position, counted from 1.
public struct TOMLProblem: Error, Hashable, Sendable {
  /// The line.
  public let line: Int
  /// The column, in characters.
  public let column: Int
  /// The error message, without a capital or a full stop.
  public let text: String

  /// Creates a problem.
  public init(line: Int, column: Int, text: String) {
    (self.line, self.column, self.text) = (line, column, text)
  }
}
