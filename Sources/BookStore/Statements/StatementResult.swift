import Records
import SQLite

/// A statement's rows in a separate database, which is removed with the last reference.
public struct StatementResult: Sendable {
  /// The most bytes of a result.
  public static let limit = 2 << 30
  /// The most bytes of a single value.
  public static let longestValue = 64 << 20

  /// The statement.
  public let text: String
  /// The names of its columns.
  public let columns: [String]
  /// The columns of the library from which they are taken unchanged; nil for expressions.
  package let origins: [ColumnOrigin?]
  /// How many rows it has.
  public let rowCount: Int
  /// The cost of running the statement.
  public let record: StatementRecord?
  /// SQLite's plan for the statement.
  public let plan: [PlanStep]
  let home: ResultFolder

  /// Options to open the database with: the list shows every column, in the order of the statement.
  public var options: StoreOptions {
    StoreOptions(isReadOnly: true, title: columns.first, columns: Array(columns.dropFirst()))
  }

  /// The path of the database.
  public var path: String { home.path }
}
