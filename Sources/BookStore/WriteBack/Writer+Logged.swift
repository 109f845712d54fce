import EditLog
import Listings
import SQLite

extension Writer {
  /// Runs a closure in a transaction whose changes are logged as drafts before COMMIT and confirmed afterwards.
  ///
  /// If the closure throws, the transaction is rolled back, and the drafts are dropped.
  ///
  /// - Parameters:
  ///   - purpose: What the changes are for; if it names no step, they are a step of their own.
  ///   - body: Makes the changes. It gets the purpose with the step, and adds what it has appended to the log.
  /// - Throws: What the closure throws, or why the transaction cannot begin or commit.
  func logged<Result>(
    as purpose: LogPurpose = LogPurpose(),
    _ body: (LogPurpose, inout [EditLog.Appended]) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    var (purpose, drafts) = (purpose, [EditLog.Appended]())
    let isWholeStep = purpose.step == nil
    let step = purpose.step ?? journal.beginStep(from: purpose.origin)
    purpose.step = step
    defer { if isWholeStep { journal.end(step) } }
    do throws(StoreError) {
      let result = try write { () throws(StoreError) in
        try database.transaction { () throws(StoreError) in try body(purpose, &drafts) }
      }
      for draft in drafts { journal.confirm(draft, isInFolder: !database.hasWriteAheadLog) }
      return result
    } catch {
      journal.remove(drafts, of: step)
      throw error
    }
  }
}
