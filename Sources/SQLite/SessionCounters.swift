import Synchronization

/// Counts the statements of all connections of a store, on any thread, and the titles that they read.
package final class SessionCounters: Sendable {
  private let statements = Atomic(0)
  private let titles = Atomic(0)

  package init() {}

  /// Counts statements; a negative number discounts some.
  package func count(statements difference: Int) { statements.add(difference, ordering: .relaxed) }

  package func count(titles count: Int) { titles.add(count, ordering: .relaxed) }

  package var statementCount: Int { statements.load(ordering: .relaxed) }

  package var titleCount: Int { titles.load(ordering: .relaxed) }
}
