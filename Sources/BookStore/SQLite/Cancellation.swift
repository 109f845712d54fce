import Synchronization

/// Whether work on another thread is not wanted any more.
final class Cancellation: Sendable {
  private let flag = Atomic(false)

  /// Says that it is not.
  func cancel() {
    flag.store(true, ordering: .relaxed)
  }

  /// Whether it is not wanted any more.
  var isCancelled: Bool { flag.load(ordering: .relaxed) }

  /// Ends the work if it is not wanted any more.
  ///
  /// - Throws: `interrupted`.
  func check() throws(StoreError) {
    if isCancelled { throw .interrupted }
  }
}
