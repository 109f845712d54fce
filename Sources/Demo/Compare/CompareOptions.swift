/// What is compared: a library, the latency of the database, and a budget.
public struct CompareOptions: Hashable, Sendable {
  /// The number of books in the library.
  public var books = 5_000
  /// How long each statement waits before it runs.
  public var latency = Duration.zero
  /// How many records the strategy with a budget may hold.
  public var budget = 32

  /// The possible budgets.
  public static let budgets = 2...4_096

  /// The defaults: 5,000 books, no latency, 32 records.
  public init() {}

  /// The task for these options.
  var task: CompareTask { CompareTask(books: books) }

  /// The latency in microseconds.
  public var microseconds: Int { Int(latency / .microseconds(1)) }
}
