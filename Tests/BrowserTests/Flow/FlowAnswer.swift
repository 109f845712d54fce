import Synchronization
import Testing

/// What the browser's thread answers to a test.
final class FlowAnswer<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)

  var isThere: Bool { result.withLock { $0 != nil } }

  func set(_ value: Result<Value, any Error>) { result.withLock { $0 = value } }

  func get() throws -> Value { try #require(result.withLock { $0 }).get() }
}
