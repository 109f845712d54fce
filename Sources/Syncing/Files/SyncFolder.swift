import EditLog
import Platform
import SQLite

/// Where a library's sync is kept: a folder beside its edit log.
struct SyncFolder {
  /// The library, by a path that every program finds for it.
  let library: String
  private let path: String

  /// Finds the folder of a library; nothing is made.
  init(of library: String, in stateFolder: String) throws(SyncError) {
    let log = try store { () throws(StoreError) in try EditLogFile(for: library, in: stateFolder) }
    self.library = log.database
    path = log.path.dropLast(".edits".count) + ".sync"
  }

  /// Stands for the folder while there is no library: only its `part` is used.
  init(partOf path: String) { (library, self.path) = ("", path) }

  /// Whether the library has ever been synced.
  var isThere: Bool {
    var status = stat()
    return stat(shadow, &status) == 0
  }

  var shadow: String { "\(path)/shadow.sqlite" }
  /// What is written down before the library is committed, so that it is known afterwards whether it was.
  var intent: String { "\(path)/taking" }
  /// A file that has arrived and is being taken.
  func arrived(_ name: FileName) -> String { "\(path)/arrived/\(name.text)" }
  var arrivedFolder: String { "\(path)/arrived" }
  /// A file that waits because a table is declared otherwise here.
  func held(_ name: FileName) -> String { "\(path)/held/\(name.text)" }
  var heldFolder: String { "\(path)/held" }
  /// A file that this machine has made.
  func own(_ number: Int64) -> String { "\(path)/own/\(number)" }

  var ownFolder: String { "\(path)/own" }
  /// Where large values are.
  var largeValues: LargeValues { LargeValues(own: ownFolder, arrived: arrivedFolder) }
  var part: String { library.isEmpty ? "\(path).part" : "\(path)/part" }

  /// How many questions are left, for those who only want to say so.
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

  /// Sets everything aside, because the library has been replaced and is another machine's from now on.
  func setAside() throws(SyncError) {
    for number in 1... {
      let aside = "\(path).old\(number)"
      if access(aside, F_OK) == 0 { continue }
      guard rename(path, aside) == 0 else { throw .file(path: path, SystemError(path: path)) }
      return try make()
    }
  }

  /// Takes the lock, which is beside the folder, so that no two syncs of the library run at once; it is released when the descriptor is closed.
  func lock() throws(SyncError) -> Int32 {
    let descriptor = open("\(path).lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .file(path: path, SystemError(path: path)) }
    // A program that another thread starts holds it, too, until it runs.
    for _ in 0..<20 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
      usleep(10_000)
    }
    close(descriptor)
    throw .running
  }
}
