/// Statements that would run for too long.
extension Connection {
  /// Has somebody asked, while a statement has been running for some tenths of a second, whether to end it after so many seconds.
  func onLongStatement(_ isUnwanted: @escaping (Double) -> Bool) {
    watch.isUnwanted = isUnwanted
  }

  /// Ends statements, and begins none, once nothing of what is done is wanted any more.
  func stop(if isCancelled: @escaping () -> Bool) {
    handle.isCancelled = isCancelled
    watch.listen()
  }

  /// Whether nothing of what is done is wanted any more.
  var isCancelled: Bool { handle.isCancelled?() ?? false }

  /// Does something whose statements are ended when they have taken so much of the processor's time, as `interrupted`.
  func withTimeLimit<Result, Failure: Error>(
    _ limit: Duration, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    watch.deadline = Clock.threadSeconds + limit / .seconds(1)
    defer { watch.deadline = nil }
    return try body()
  }
}
