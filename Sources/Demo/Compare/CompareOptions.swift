/// The settings of the comparison.
public struct CompareOptions: Hashable, Sendable {
  /// The number of books in the library.
  public var books = 5_000
  /// The delay before each statement.
  public var latency = Duration.zero
  /// How many records the strategy with a budget may hold.
  public var budget = 32

  /// The possible budgets.
  public static let budgets = 2...4_096

  /// The defaults: 5,000 books, no latency, 32 records.
  public init() {}

  var task: CompareTask { CompareTask(books: books) }

  /// The latency in microseconds.
  public var microseconds: Int { Int(latency / .microseconds(1)) }
}
