import Platform
import Records
import Synchronization

/// The latest statements of all connections of a store, from all threads, while they are observed.
///
/// A recorded run avoids references: releasing a value that was dropped long ago costs more than everything else.
package final class StatementLog: Sendable {
  package static let capacity = 2_000

  package init() {}

  private struct Run {
    var text: Int
    var purpose: StatementPurpose
    var isByKey: Bool
    var rowCount: Int
    var start: UInt64
    var nanoseconds: Int
    var record: RecordID?
    var values: [Value]
    var work: StatementWork
  }

  private struct State {
    var runs: [Run] = []
    var oldest = 0
    var count = 0
    var hasForgotten = false
    var texts: [String] = []
    var numbers: [String: Int] = [:]

    mutating func append(_ run: consuming Run) {
      count += 1
      guard runs.count >= StatementLog.capacity else { return runs.append(run) }
      runs[oldest] = run
      hasForgotten = true
      oldest = (oldest + 1) % StatementLog.capacity
    }

    func run(at place: Int) -> Run { runs[(oldest + place) % runs.count] }
  }

  private let isOpen = Atomic(false)
  private let state = Mutex(State())
  /// Added to the monotonic clock, gives seconds since 1970.
  private let epoch = SystemClock.secondsSince1970 - SystemClock.seconds(CLOCK_MONOTONIC)

  /// Turning it off drops the recorded statements.
  package var isOn: Bool {
    get { isOpen.load(ordering: .relaxed) }
    set {
      isOpen.store(newValue, ordering: .relaxed)
      if !newValue { state.withLock { ($0.runs, $0.oldest, $0.hasForgotten) = ([], 0, false) } }
    }
  }

  package var hasForgotten: Bool { state.withLock { $0.hasForgotten } }

  /// In nanoseconds; nil if nothing is recorded.
  package var start: UInt64? { isOn ? Self.nanoseconds : nil }

  package func number(of text: String) -> Int {
    state.withLock { state in
      if let number = state.numbers[text] { return number }
      state.texts.append(text)
      state.numbers[text] = state.texts.count - 1
      return state.texts.count - 1
    }
  }

  package func append(
    _ text: Int, _ values: [Value], rowCount: Int, _ purpose: StatementPurpose, of record: RecordID?,
    _ work: StatementWork, since start: UInt64
  ) {
    let nanoseconds = Int(Self.nanoseconds &- start)
    let isByKey = record.map { $0.isNamed(by: values) } ?? false
    let run = Run(
      text: text, purpose: purpose, isByKey: isByKey, rowCount: rowCount, start: start,
      nanoseconds: nanoseconds, record: record,
      values: isByKey ? [] : StatementRecord.shortened(values), work: work)
    state.withLock { $0.append(run) }
  }

  /// Records a run of another store's connection as if it had just ended.
  package func append(_ record: StatementRecord) {
    append(
      number(of: record.sql), record.values, rowCount: record.rowCount, record.purpose, of: nil, record.work,
      since: Self.nanoseconds &- UInt64(record.nanoseconds))
  }

  package func records(after number: Int) -> [StatementRecord] {
    state.withLock { state in
      let first = state.count - state.runs.count
      return (max(0, number - first)..<max(number - first, state.runs.count)).map { record(at: $0, state) }
    }
  }

  /// The latest runs for a purpose, or for all if nil; and their total number.
  package func recent(
    _ purpose: StatementPurpose?, skipping: Int, count: Int
  ) -> (records: [StatementRecord], total: Int) {
    state.withLock { state in
      let places = state.runs.indices.filter { purpose == nil || state.run(at: $0).purpose == purpose }
      return (places.dropLast(skipping).suffix(count).map { record(at: $0, state) }, places.count)
    }
  }

  private func record(at place: Int, _ state: borrowing State) -> StatementRecord {
    let run = state.run(at: place)
    let values = run.isByKey ? StatementRecord.shortened(run.record?.values ?? []) : run.values
    return StatementRecord(
      number: state.count - state.runs.count + place + 1, startedAt: epoch + Double(run.start) / 1e9,
      nanoseconds: run.nanoseconds, sql: state.texts[run.text], values: values, rowCount: run.rowCount,
      purpose: run.purpose, record: run.record, work: run.work)
  }

  private static var nanoseconds: UInt64 { SystemClock.nanoseconds(CLOCK_MONOTONIC) }
}

extension RecordID {
  fileprivate func isNamed(by values: [Value]) -> Bool {
    guard case .rowid(let rowid) = key, values.count == 1, case .integer(rowid) = values[0] else {
      return false
    }
    return true
  }
}

/// Counts statements and titles read by all connections of a store, on any thread.
package final class SessionCounters: Sendable {
  private let statements = Atomic(0)
  private let titles = Atomic(0)

  package init() {}

  package func count(statements difference: Int) { statements.add(difference, ordering: .relaxed) }

  package func count(titles count: Int) { titles.add(count, ordering: .relaxed) }

  package var statementCount: Int { statements.load(ordering: .relaxed) }

  package var titleCount: Int { titles.load(ordering: .relaxed) }
}
