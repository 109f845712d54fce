import Synchronization

/// Whether work on another thread is no longer wanted.
final class Cancellation: Sendable {
  private let flag = Atomic(false)

  /// Says that it is no longer wanted.
  func cancel() {
    flag.store(true, ordering: .relaxed)
  }

  /// Whether it is no longer wanted.
  var isCancelled: Bool { flag.load(ordering: .relaxed) }

  /// Ends the work if it is no longer wanted.
  ///
  /// - Throws: `interrupted`.
  func check() throws(StoreError) {
    if isCancelled { throw .interrupted }
  }
}
