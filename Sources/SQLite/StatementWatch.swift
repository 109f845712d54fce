import CSQLite
import Platform

/// Interrupts a statement that runs too long, or that was cancelled.
///
/// Only processor time counts, so that nothing is interrupted because the machine is busy.
package final class StatementWatch {
  /// Called to decide whether to interrupt a statement that has been running for this many seconds.
  package private(set) var isUnwanted: ((Double) -> Bool)? { didSet { listen() } }
  /// When any running statement is interrupted, in the thread's processor time.
  private var deadline: Double? { didSet { listen() } }

  private let connection: Connection.Handle
  /// The number of the statement that was running at the last check.
  private var statement = -1
  /// The start of that statement, in the thread's processor time.
  private var start = 0.0
  /// When the next question is due, in the thread's processor time.
  private var nextQuestion = 0.0

  /// How long a statement runs before the first question, in seconds.
  package static let patience = 0.2
  /// The interval between further questions, in seconds.
  package static let interval = 0.05
  /// The virtual machine steps between two checks: some tenths of a millisecond.
  private static let stepCount: Int32 = 2_048

  /// A function that statements call between generated columns: SQLite calls no progress handler within a row.
  package static let goesOn = "booklist_goes_on"

  /// Makes a watch that does nothing yet, and defines its function.
  init(_ connection: Connection.Handle) {
    self.connection = connection
    sqlite3_create_function_v2(
      connection.pointer, Self.goesOn, 0, SQLITE_UTF8 | SQLITE_DIRECTONLY,
      Unmanaged.passUnretained(self).toOpaque(),
      { call, _, _ in
        guard let raw = sqlite3_user_data(call) else { return }
        let isOver = Unmanaged<StatementWatch>.fromOpaque(raw).takeUnretainedValue().isOver()
        if isOver { sqlite3_result_error_code(call, SQLITE_INTERRUPT) } else { sqlite3_result_int(call, 1) }
      }, nil, nil, nil)
  }

  deinit {
    sqlite3_progress_handler(connection.pointer, 0, nil, nil)
  }

  /// Asks a closure whether to interrupt a statement that has been running for a while.
  package func ask(_ isUnwanted: @escaping (Double) -> Bool) { self.isUnwanted = isUnwanted }

  /// Does something whose statements end as `interrupted` after this much processor time.
  package func withTimeLimit<Result, Failure: Error>(
    _ limit: Duration, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    deadline = SystemClock.threadSeconds + limit / .seconds(1)
    defer { deadline = nil }
    return try body()
  }

  /// SQLite holds no reference, and calls only while there is something to check.
  package func listen() {
    guard isUnwanted != nil || connection.isCancelled != nil || deadline != nil else {
      return sqlite3_progress_handler(connection.pointer, 0, nil, nil)
    }
    sqlite3_progress_handler(
      connection.pointer, Self.stepCount,
      { raw in
        guard let raw else { return 0 }
        return Unmanaged<StatementWatch>.fromOpaque(raw).takeUnretainedValue().isOver() ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func isOver() -> Bool {
    if connection.isCancelled?() == true { return true }
    if isUnwanted == nil, deadline == nil { return false }
    let now = SystemClock.threadSeconds
    if let deadline, now > deadline { return true }
    guard statement == connection.statementCount else {
      (statement, start, nextQuestion) = (connection.statementCount, now, now + Self.patience)
      return false
    }
    guard now >= nextQuestion, let isUnwanted else { return false }
    // The question itself may take a while.
    defer { nextQuestion = SystemClock.threadSeconds + Self.interval }
    return isUnwanted(now - start)
  }
}
