package struct CompareOptions: Hashable, Sendable {
  package var books = 5_000
  package var latency = Duration.zero
  /// How many records the strategy with a budget may hold.
  package var budget = 32

  package static let budgets = 2...4_096

  package init() {}

  var task: CompareTask { CompareTask(books: books) }

  var microseconds: Int { Int(latency / .microseconds(1)) }
}
