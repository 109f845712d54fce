import Platform
import SQLite

/// Why a sync ends early; what was done stays.
package enum SyncError: Error, Hashable, Sendable {
  case store(StoreError)
  case file(path: String, SystemError)
  case damaged(path: String)
  case later(path: String)
  /// The folder cannot be reached; the detail is the system's or ssh's.
  case unreachable(place: String, detail: String)
  case noFolder(place: String)
  case noSSH
  /// No place for the files is known; the first sync must name one.
  case noPlace
  /// The library has no table with a declared primary key, so rows cannot be matched between machines.
  case noTables
  /// There is neither a file at the place nor a library here.
  case nothingThere(place: String)
  /// The library is not the file that was synced, and a dry run may not change anything.
  case replaced
  /// There is no library here, and a dry run may not create one.
  case noLibrary
  /// The library lacks these tables or declares them differently from the other machines.
  case tablesDiffer([String])
  case running
  case libraryChanges
  case readOnly
  case noQuestion(Int)
  /// The chosen value references a row that is gone for good.
  case targetGone
  case cancelled
}

func store<Result>(_ body: () throws(StoreError) -> Result) throws(SyncError) -> Result {
  do throws(StoreError) { return try body() } catch {
    throw error == .interrupted ? .cancelled : .store(error)
  }
}
