import EditLog
import Platform
import SQLite

/// The folder next to the edit log with the state of a library's sync.
package struct SyncFolder: Sendable {
  let library: String
  let log: EditLogFile
  private let path: String

  package init(of library: String, in stateFolder: String) throws(SyncError) {
    if access(library, F_OK) == 0 {
      log = try store { () throws(StoreError) in try EditLogFile(for: library, in: stateFolder) }
    } else {
      let (folder, name) = (Folder.containing(library), library.split(separator: "/").last ?? "")
      let path = "\(Folder.realPath(of: folder) ?? folder)/\(name)"
      log = EditLogFile(ofRealPath: path, in: stateFolder, identity: nil)
    }
    self.library = log.database
    path = log.path.dropLast(".edits".count) + ".sync"
  }

  var isThere: Bool {
    var status = stat()
    return stat(shadow, &status) == 0
  }

  var shadow: String { "\(path)/tree.sqlite" }
  /// Says what is about to be committed to the library, to find out after a crash whether it was.
  var intent: String { "\(path)/taking" }
  package var repository: String { "\(path)/git" }

  var unsettledCount: Int {
    let bytes = (try? DescriptorBytes.readAll("\(path)/unsettled", upTo: 20)) ?? []
    return Int(String(decoding: bytes, as: UTF8.self)) ?? 0
  }

  func note(unsettledCount count: Int) {
    let name = "\(path)/unsettled"
    if count == 0 {
      unlink(name)
    } else {
      try? WholeFile.write(Array(String(count).utf8), to: name, isPrivate: true)
    }
  }

  package func make() throws(SyncError) {
    do throws(SystemError) { try Folder.make(path) } catch { throw .file(path: path, error) }
  }

  /// Locks a file next to the folder, so that only one sync of the library runs; closing the descriptor unlocks it.
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
