import CSQLite
import Platform

/// How long the statements of a connection wait for the locks of others.
///
/// SQLite's own wait cannot be ended before its time is over; with somebody who may want that, this one waits instead.
final class LockPatience {
  private let connection: Connection.Handle
  private let isUnwanted: (() -> Bool)?
  private let limit: Duration
  /// How long waiting takes for now, in seconds.
  private var seconds = 0.0
  /// When the wait that is going on is over.
  private var end = 0.0

  /// How long each of the first waits takes before the lock is tried again, in milliseconds; the others are as long as the
  /// last one.
  private static let delays: [UInt32] = [1, 2, 5, 10, 15, 20, 25]

  /// Sets how long statements wait, which `isUnwanted` can end.
  init(_ connection: Connection.Handle, limit: Duration, isUnwanted: (() -> Bool)?) {
    (self.connection, self.limit, self.isUnwanted) = (connection, limit, isUnwanted)
    set(limit)
  }

  deinit {
    if isUnwanted != nil { sqlite3_busy_handler(connection.pointer, nil, nil) }
  }

  /// Does something that waits no longer than a time, and no longer than all else does.
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

  /// Waits before a lock is tried again; false if that has been done for long enough.
  private func waits(_ count: Int) -> Bool {
    if count == 0 { end = Clock.seconds + seconds }
    guard Clock.seconds < end, isUnwanted?() != true else { return false }
    usleep(1_000 * Self.delays[min(count, Self.delays.count - 1)])
    return true
  }
}
