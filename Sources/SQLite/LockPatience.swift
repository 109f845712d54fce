import CSQLite
import Platform

/// How long a connection waits for other connections' locks; replaces SQLite's own wait, which cannot be cancelled.
final class LockPatience {
  private let connection: Connection.Handle
  private let isUnwanted: (() -> Bool)?
  private let limit: Duration
  private var seconds = 0.0
  private var end = 0.0

  /// The first waits before a retry, in milliseconds; further waits are as long as the last one.
  private static let delays: [UInt32] = [1, 2, 5, 10, 15, 20, 25]

  init(_ connection: Connection.Handle, limit: Duration, isUnwanted: (() -> Bool)?) {
    (self.connection, self.limit, self.isUnwanted) = (connection, limit, isUnwanted)
    set(limit)
  }

  deinit {
    if isUnwanted != nil { sqlite3_busy_handler(connection.pointer, nil, nil) }
  }

  func waiting<Result, Failure: Error>(
    atMost time: Duration, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    set(min(time, limit))
    defer { set(limit) }
    return try body()
  }

  private func set(_ time: Duration) {
    guard isUnwanted != nil else {
      sqlite3_busy_timeout(connection.pointer, Int32(time / .milliseconds(1)))
      return
    }
    seconds = time / .seconds(1)
    sqlite3_busy_handler(
      connection.pointer,
      { raw, count in
        guard let raw else { return 0 }
        return Unmanaged<LockPatience>.fromOpaque(raw).takeUnretainedValue().waits(Int(count)) ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func waits(_ count: Int) -> Bool {
    if count == 0 { end = SystemClock.monotonicSeconds + seconds }
    guard SystemClock.monotonicSeconds < end, isUnwanted?() != true else { return false }
    usleep(1_000 * Self.delays[min(count, Self.delays.count - 1)])
    return true
  }
}
