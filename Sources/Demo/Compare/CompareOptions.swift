/// What is compared: a library, the latency of the database, and a budget.
public struct CompareOptions: Hashable, Sendable {
  /// The books of the library.
  public var books = 5_000
  /// What each statement waits before it runs.
  public var latency = Duration.zero
  /// How many records the strategy with a budget may hold.
  public var budget = 32

  /// The budgets that there can be.
  public static let budgets = 2...4_096

  /// The usual ones: 5,000 books, no latency, 32 records.
  public init() {}

  /// What is done with them.
  var task: CompareTask { CompareTask(books: books) }

  /// The latency in microseconds.
  public var microseconds: Int { Int(latency / .microseconds(1)) }
}
