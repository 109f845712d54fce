import EditLog
import Platform
import SQLite

/// The folder next to the edit log that holds the state of a library's sync.
struct SyncFolder {
  let library: String
  private let path: String

  /// Computes the folder's path; creates nothing.
  init(of library: String, in stateFolder: String) throws(SyncError) {
    let log = try store { () throws(StoreError) in try EditLogFile(for: library, in: stateFolder) }
    self.library = log.database
    path = log.path.dropLast(".edits".count) + ".sync"
  }

  /// Represents the folder while there is no library; only its `part` is used.
  init(partOf path: String) { (library, self.path) = ("", path) }

  var isThere: Bool {
    var status = stat()
    return stat(shadow, &status) == 0
  }

  var shadow: String { "\(path)/shadow.sqlite" }
  /// Records what is about to be committed to the library, so that it is known after a crash whether it was.
  var intent: String { "\(path)/taking" }
  func arrived(_ name: FileName) -> String { "\(path)/arrived/\(name.text)" }
  var arrivedFolder: String { "\(path)/arrived" }
  /// A file that waits because a table is declared differently here.
  func held(_ name: FileName) -> String { "\(path)/held/\(name.text)" }
  var heldFolder: String { "\(path)/held" }
  func own(_ number: Int64) -> String { "\(path)/own/\(number)" }

  var ownFolder: String { "\(path)/own" }
  var largeValues: LargeValues { LargeValues(own: ownFolder, arrived: arrivedFolder) }
  var part: String { library.isEmpty ? "\(path).part" : "\(path)/part" }

  /// The number of open questions, read without opening a session.
  var unsettledCount: Int {
    let bytes = (try? DescriptorBytes.readAll("\(path)/unsettled", upTo: 20)) ?? []
    return Int(String(decoding: bytes, as: UTF8.self)) ?? 0
  }

  func note(unsettledCount count: Int) {
    let name = "\(path)/unsettled"
    if count == 0 {
      unlink(name)
    } else if let file = try? WholeFile(name, replaces: true, isPrivate: true) {
      try? DescriptorBytes.writeAll(Array(String(count).utf8), to: file.descriptor)
      try? file.finish()
    }
  }

  func make() throws(SyncError) {
    do throws(SystemError) {
      for folder in [path, arrivedFolder, ownFolder, "\(path)/held"] { try Folder.make(folder) }
    } catch { throw .file(path: path, error) }
  }

  /// Sets the state aside, because the library was replaced and is a new machine from now on.
  func setAside() throws(SyncError) {
    for number in 1... {
      let aside = "\(path).old\(number)"
      if access(aside, F_OK) == 0 { continue }
      guard rename(path, aside) == 0 else { throw .file(path: path, SystemError(path: path)) }
      return try make()
    }
  }

  /// Locks a file next to the folder, so that no two syncs of the library run at once; closing the descriptor unlocks it.
  func lock() throws(SyncError) -> Int32 {
    let descriptor = open("\(path).lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .file(path: path, SystemError(path: path)) }
    // A child process started by another thread also holds the lock until it calls `exec`.
    for _ in 0..<20 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
      usleep(10_000)
    }
    close(descriptor)
    throw .running
  }
}
