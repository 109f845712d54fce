import Records

/// The rows of a statement in a database of their own, which goes with the last reference.
public struct StatementResult: Sendable {
  /// The most bytes of a result.
  public static let limit = 2 << 30
  /// The most bytes of a value in it.
  public static let longestValue = 64 << 20

  /// The statement.
  public let text: String
  /// The names of its columns.
  public let columns: [String]
  /// How many rows it has.
  public let rowCount: Int
  /// What running it has cost.
  public let record: StatementRecord?
  /// SQLite's plan for it.
  public let plan: [PlanStep]
  let home: ResultFolder

  /// How the database is opened: the list shows every column, in the order of the statement.
  public var options: StoreOptions {
    StoreOptions(isReadOnly: true, title: columns.first, columns: Array(columns.dropFirst()))
  }

  /// The path of the database.
  public var path: String { home.path }
}
