import Records
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The statements that the connections of a store ran last, from all threads, while somebody wants to see them.
///
/// SQLite's own timer goes by milliseconds, so the statements are timed where they are stepped. What triggers do
/// belongs to the statement that fired them.
final class StatementLog: Sendable {
  /// The most records that are kept.
  static let capacity = 2_000

  private struct Ring {
    var records: [StatementRecord] = []
    /// The place of the oldest one, once there are as many as are kept.
    var oldest = 0
    var count = 0

    mutating func append(_ record: StatementRecord) {
      guard records.count >= StatementLog.capacity else { return records.append(record) }
      records[oldest] = record
      oldest = (oldest + 1) % StatementLog.capacity
    }
  }

  private let isOpen = Atomic(false)
  private let ring = Mutex(Ring())
  /// What has to be added to the clock's seconds to make them those since 1970.
  private let epoch = StatementLog.secondsSince1970 - Clock.seconds

  /// Whether statements are recorded; those that were recorded are dropped when it ends.
  var isOn: Bool {
    get { isOpen.load(ordering: .relaxed) }
    set {
      isOpen.store(newValue, ordering: .relaxed)
      if !newValue { ring.withLock { ($0.records, $0.oldest) = ([], 0) } }
    }
  }

  /// The clock's nanoseconds, or nil while nothing is recorded.
  var start: UInt64? { isOn ? Clock.nanoseconds : nil }

  /// Notes a run that began at a moment and ends now.
  func append(
    _ sql: String, _ values: [Value], rowCount: Int, _ purpose: StatementPurpose, of record: RecordID?,
    since start: UInt64
  ) {
    let nanoseconds = Int(Clock.nanoseconds &- start)
    let values = StatementRecord.shortened(values)
    ring.withLock { ring in
      ring.count += 1
      ring.append(
        StatementRecord(
          number: ring.count, startedAt: epoch + Double(start) / 1e9, nanoseconds: nanoseconds, sql: sql,
          values: values, rowCount: rowCount, purpose: purpose, record: record))
    }
  }

  /// The records that are kept and have a number above one, in the order of their numbers.
  func records(after number: Int) -> [StatementRecord] {
    let (records, oldest) = ring.withLock { ($0.records, $0.oldest) }
    return (records[oldest...] + records[..<oldest]).filter { $0.number > number }
  }

  private static var secondsSince1970: Double {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }
}
