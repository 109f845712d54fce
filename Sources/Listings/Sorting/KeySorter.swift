import Dispatch
import Platform
import Queries
import SQLite
import Synchronization

/// Sorts the rows of a statement: reads them while another thread makes their keys.
final class KeySorter {
  /// A term of the order; NULLs come last in both directions.
  struct Term {
    var isDescending: Bool
    /// Whether the row has the value, whose key is made here; otherwise it has the key.
    var isValue: Bool
    var isNumber: Bool
    var articles: Articles
  }

  private let line: KeyLine
  private let cellCount: Int
  private let isCancelled: () -> Bool
  private var rows = RowBlock()
  private var isStarted = false

  init(
    _ terms: [Term], firstCount: Int?, byteLimit: Int = 4 << 20,
    unless isCancelled: @escaping () -> Bool
  ) {
    line = KeyLine(KeyMaker(terms, firstCount: firstCount, byteLimit: byteLimit))
    (cellCount, self.isCancelled) = (terms.count, isCancelled)
  }

  deinit { line.end() }

  func add(_ row: PreparedStatement) throws(StoreError) {
    rows.append(row, cellCount: cellCount)
    if rows.byteCount >= RowBlock.fullSize { try passOn() }
  }

  private func passOn() throws(StoreError) {
    if isCancelled() { throw .interrupted }
    // Few rows need no thread.
    if !isStarted { line.start() }
    isStarted = true
    try line.add(rows)
    rows = RowBlock()
  }

  /// The first rows, once all were added; `drain(_:)` includes them again.
  func beginning() throws(StoreError) -> [Int64] { try finish { $0.beginning } }

  func drain(_ body: (Int64) throws(StoreError) -> Void) throws(StoreError) {
    try finish { [isCancelled] maker throws(StoreError) in try maker.drain(unless: isCancelled, body) }
  }

  private func finish<Result: Sendable>(
    _ body: (inout KeyMaker) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let last = rows
    rows = RowBlock()
    return try line.finish { maker throws(StoreError) in
      try maker.add(last)
      return try body(&maker)
    }
  }
}

/// Passes rows to a thread that makes their keys; if it falls behind, the reading thread makes keys itself.
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
