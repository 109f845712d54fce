import Dispatch
import Platform
import SQLite
import Synchronization

/// Passes rows from the reading thread to a thread that makes their keys.
///
/// If the second thread falls behind, or cannot be started, the reading thread makes keys itself.
final class KeyLine: Sendable {
  private struct State {
    var waiting: [RowBlock] = []
    var failure: StoreError?
    var isOver = false

    var waitingSize: Int { waiting.reduce(0) { $0 + $1.byteCount } }
  }

  private let maker: Mutex<KeyMaker>
  private let state = Mutex(State())
  private let arrival = DispatchSemaphore(value: 0)

  private static let waitingSize = 4 * RowBlock.fullSize

  init(_ maker: sending KeyMaker) { self.maker = Mutex(maker) }

  func start() { SystemThread.start("keys") { [self] in help() } }

  private func help() {
    while !state.withLock({ $0.isOver }) {
      arrival.wait()
      makeKeys()
    }
  }

  func add(_ rows: RowBlock) throws(StoreError) {
    state.withLock { $0.waiting.append(rows) }
    arrival.signal()
    while state.withLock({ $0.waitingSize > Self.waitingSize }) { makeKeys() }
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  private func makeKeys() {
    // Rows are taken only once the maker is free, so none are in transit when the line ends.
    maker.withLock { maker in
      guard let rows = state.withLock({ $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }) else { return }
      do throws(StoreError) { try maker.add(rows) } catch { state.withLock { $0.failure = error } }
    }
  }

  func end() {
    state.withLock { $0.isOver = true }
    arrival.signal()
  }

  func finish<Result: Sendable>(
    _ body: (inout KeyMaker) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    while !state.withLock({ $0.waiting.isEmpty }) { makeKeys() }
    return try maker.withLock { maker throws(StoreError) in
      if let failure = state.withLock({ $0.failure }) { throw failure }
      return try body(&maker)
    }
  }
}
