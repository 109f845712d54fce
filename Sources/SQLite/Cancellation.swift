import Synchronization

/// Tells work on another thread that it is no longer wanted.
package final class Cancellation: Sendable {
  private let flag = Atomic(false)

  package init() {}

  package func cancel() { flag.store(true, ordering: .relaxed) }

  package var isCancelled: Bool { flag.load(ordering: .relaxed) }

  package func check() throws(StoreError) {
    if isCancelled { throw .interrupted }
  }
}
