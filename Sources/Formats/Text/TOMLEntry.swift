/// A key of a TOML text with its value and its position, counted from 1.
package struct TOMLEntry: Hashable, Sendable {
  /// The table's name, with its parts joined by points; empty before the first table.
  package let table: String
  package let key: String
  package let value: Value
  package let line: Int
  /// The column where the key begins, in characters.
  package let column: Int

  /// A value of a type that settings use.
  package enum Value: Hashable, Sendable {
    case string(String)
    case integer(Int)
    case number(Double)
    case boolean(Bool)
    case array([Value])
  }
}

/// An error in a TOML text with its position, counted from 1.
package struct TOMLProblem: Error, Hashable, Sendable {
  package let line: Int
  /// The column, in characters.
  package let column: Int
  /// The error message, without a capital or a full stop.
  package let text: String

  package init(line: Int, column: Int, text: String) {
    (self.line, self.column, self.text) = (line, column, text)
  }
}
