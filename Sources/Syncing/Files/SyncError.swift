import Platform
import SQLite

/// Why a sync ends before everything is done; what was done stays.
package enum SyncError: Error, Hashable, Sendable {
  /// Reading or writing one of the databases has failed.
  case store(StoreError)
  /// A file cannot be read or written.
  case file(path: String, SystemError)
  /// A carried file is cut off, or not what its machine wrote.
  case damaged(path: String)
  /// A later version of this program has made a carried file.
  case later(path: String)
  /// The folder cannot be reached; the detail is the system's or ssh's.
  case unreachable(place: String, detail: String)
  /// There is no folder at the place.
  case noFolder(place: String)
  /// There is no program `ssh`.
  case noSSH
  /// Nothing says where to carry files to: it is named at the first sync.
  case noPlace
  /// The library has no table with a declared primary key, so nothing can be told apart on two machines.
  case noTables
  /// The place has nothing yet, and there is no library here either.
  case nothingThere(place: String)
  /// The library is another file than the one that was synced, and nothing is to be changed.
  case replaced
  /// There is no library here, and nothing is to be changed.
  case noLibrary
  /// The library declares these tables otherwise than the others do, or does not have them.
  case tablesDiffer([String])
  /// Another sync of this library is running.
  case running
  /// Another program keeps writing to the library.
  case libraryChanges
  /// The library is read-only.
  case readOnly
  /// There is no open question of this number.
  case noQuestion(Int)
  /// The value that was chosen points to a row that is gone for good.
  case targetGone
  /// Somebody does not want it any more.
  case cancelled
}

/// Runs what throws errors of the store where errors of a sync are thrown.
func store<Result>(_ body: () throws(StoreError) -> Result) throws(SyncError) -> Result {
  do throws(StoreError) { return try body() } catch {
    throw error == .interrupted ? .cancelled : .store(error)
  }
}
