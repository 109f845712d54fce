import Platform
import SQLite

/// Why a sync ends early; what was done stays.
package enum SyncError: Error, Hashable, Sendable {
  case store(StoreError)
  case file(path: String, SystemError)
  case damaged(path: String)
  case later(path: String)
  /// The detail is the system's or git's.
  case unreachable(place: String, detail: String)
  case noFolder(place: String)
  case noPlace
  /// The machines at the place sync another library.
  case otherLibrary(place: String)
  /// Without a declared primary key, rows cannot be matched between machines.
  case noTables
  /// Neither the place has a tree nor this machine a library.
  case nothingThere(place: String)
  /// A dry run may not create the missing library.
  case noLibrary
  case noSSH
  case noGit
  case oldGit(version: String)
  case diskFull(place: String)
  /// A repository, a bundle or an object exceeds the limit.
  case tooLarge(name: String)
  /// The repository uses SHA-256 names.
  case otherHash(place: String)
  /// The place asks for a password, or for a key that this machine does not have.
  case passwordAsked(place: String)
  case unknownHost(place: String)
  case noPermission(place: String, detail: String)
  case noRepository(place: String)
  case rejected(place: String, detail: String)
  /// The place has unknown commits under this machine's name: the machine is a clone or was restored.
  case otherHead(place: String)
  /// The repository is the place's, or this machine's own if `place` is its path.
  case damagedRepository(place: String, detail: String)
  /// The repository's configuration has a setting that could run programs.
  case unsafeSetting(place: String, setting: String)
  /// A bundle follows others that have not arrived.
  case waits(path: String)
  /// Most rows of a table were replaced or are gone, and the edit log does not know of it.
  case replaced(table: String)
  /// The library is as it was at this time, in seconds since 1970, before later changes were synced.
  case restored(seconds: Int64)
  case nameTaken(String, free: String)
  case running
  case libraryChanges
  case readOnly
  case noQuestion(Int)
  case cancelled
}

func store<Result>(_ body: () throws(StoreError) -> Result) throws(SyncError) -> Result {
  do throws(StoreError) { return try body() } catch {
    throw error == .interrupted ? .cancelled : .store(error)
  }
}
