import Synchronization

/// Whether work on another thread is no longer wanted.
package final class Cancellation: Sendable {
  private let flag = Atomic(false)

  /// Creates one that is still wanted.
  package init() {}

  /// Says that it is no longer wanted.
  package func cancel() {
    flag.store(true, ordering: .relaxed)
  }

  /// Whether it is no longer wanted.
  package var isCancelled: Bool { flag.load(ordering: .relaxed) }

  /// Ends the work if it is no longer wanted.
  ///
  /// - Throws: `interrupted`.
  package func check() throws(StoreError) {
    if isCancelled { throw .interrupted }
  }
}
