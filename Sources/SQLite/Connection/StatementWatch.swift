import CSQLite
import Platform

/// Interrupts a statement that uses too much processor time, or that was cancelled.
package final class StatementWatch {
  package private(set) var isUnwanted: ((Double) -> Bool)? { didSet { listen() } }
  /// In the thread's processor time.
  private var deadline: Double? { didSet { listen() } }

  private let connection: Connection.Handle
  private var statement = -1
  private var start = 0.0
  private var nextQuestion = 0.0

  /// In seconds of processor time.
  package static let patience = 0.2
  /// In seconds, after the first question.
  package static let interval = 0.05
  /// The virtual machine steps between two checks: some tenths of a millisecond.
  private static let stepCount: Int32 = 2_048

  /// A function that statements call between generated columns: SQLite calls no progress handler within a row.
  package static let goesOn = "booklist_goes_on"

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

  deinit { sqlite3_progress_handler(connection.pointer, 0, nil, nil) }

  package func ask(_ isUnwanted: @escaping (Double) -> Bool) { self.isUnwanted = isUnwanted }

  package func withTimeLimit<Result, Failure: Error>(
    _ limit: Duration, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    deadline = SystemClock.threadSeconds + limit / .seconds(1)
    defer { deadline = nil }
    return try body()
  }

  /// SQLite holds no reference, and calls back only while there is something to check.
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
