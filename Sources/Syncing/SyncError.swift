import Platform
import SQLite

/// Why a sync ends early; what was done stays.
package enum SyncError: Error, Hashable, Sendable {
  case store(StoreError)
  case file(path: String, SystemError)
  case damaged(path: String)
  case later(path: String)
  /// The place cannot be reached; the detail is the system's or git's.
  case unreachable(place: String, detail: String)
  case noFolder(place: String)
  /// No place is known; the first sync must name one.
  case noPlace
  /// The machines at the place have another library.
  case otherLibrary(place: String)
  /// The library has no table with a declared primary key, so rows cannot be told apart on two machines.
  case noTables
  /// There is neither a tree at the place nor a library here.
  case nothingThere(place: String)
  /// There is no library here, and a dry run may not create one.
  case noLibrary
  case noSSH
  /// There is no program git.
  case noGit
  case oldGit(version: String)
  /// The disk is full, here or at the place.
  case diskFull(place: String)
  /// A repository, a bundle or an object is larger than what is ever taken.
  case tooLarge(name: String)
  /// The repository has SHA-256 names.
  case otherHash(place: String)
  /// The place wants a password that nobody can type, or a key that this machine does not have.
  case passwordAsked(place: String)
  case unknownHost(place: String)
  case noPermission(place: String, detail: String)
  case noRepository(place: String)
  /// The place does not take what is sent; the detail is its own.
  case rejected(place: String, detail: String)
  /// The place has commits of this machine that it does not know: it is a clone, or was restored.
  case otherHead(place: String)
  /// A git repository is damaged: that of the place, or this machine's own if `place` is its path.
  case damagedRepository(place: String, detail: String)
  /// The configuration of a repository at a path has a setting that could run programs.
  case unsafeSetting(place: String, setting: String)
  /// A bundle follows others that have not arrived.
  case waits(path: String)
  /// Most rows of a table are others than before, or gone, and nobody has said so to the edit log.
  case replaced(table: String)
  /// The library is as it was at some time, in seconds since 1970, before other changes were synced.
  case restored(seconds: Int64)
  /// Another machine has the name; a free one is proposed.
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
