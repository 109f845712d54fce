import BookStore
import Platform

/// The file in which views are remembered.
///
/// Each change replaces the whole file under a lock, so that concurrent programs keep each other's views.
struct ViewFile {
  private static let byteLimit = 4 << 20

  let path: String

  /// Empty if the file is missing, unreadable, or something else.
  func read() -> ViewDocument { (try? load()) ?? ViewDocument() }

  /// Throws if the file exists but cannot be read; then it must not be replaced.
  private func load() throws(SystemError) -> ViewDocument {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try DescriptorBytes.readAll(path, upTo: Self.byteLimit + 1, waits: false)
    } catch {
      if error.number == ENOENT { return ViewDocument() }
      throw error
    }
    guard bytes.count <= Self.byteLimit else { throw SystemError(EFBIG, path: path) }
    return ViewDocument(String(decoding: bytes, as: UTF8.self))
  }

  /// - Throws: `EAGAIN` if another program keeps the file locked.
  func change(_ body: (inout ViewDocument) -> Void) throws(SystemError) {
    try Folder.make(Folder.containing(path))
    let lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard lock >= 0 else { throw SystemError(path: path + ".lock") }
    defer { close(lock) }
    try take(lock)
    var document = try load()
    let before = document
    body(&document)
    if document != before { try write(document.text) }
  }

  private func take(_ lock: Int32) throws(SystemError) {
    for _ in 0..<10 {
      if flock(lock, LOCK_EX | LOCK_NB) == 0 { return }
      guard errno == EWOULDBLOCK || errno == EINTR else { throw SystemError(path: path) }
      usleep(1_000)
    }
    throw SystemError(EAGAIN, path: path)
  }

  private func write(_ text: String) throws(SystemError) {
    // A longer file could not be read again.
    guard text.utf8.count <= Self.byteLimit else { throw SystemError(EFBIG, path: path) }
    do throws(SystemError) {
      let file = try WholeFile(path, replaces: true, isPrivate: true)
      try DescriptorBytes.writeAll(text.utf8, to: file.descriptor) { true }
      // No key waits for the disk: a power failure may lose the views of the last seconds.
      try file.finish(syncs: false)
    } catch {
      throw SystemError(error.number, path: path)
    }
  }
}

/// The remembered views that a library takes to another machine.
public struct CarriedViews {
  private let file: ViewFile

  /// Uses the file in which views are remembered.
  public init(stateFile: String) { file = ViewFile(path: stateFile) }

  /// The views of the library at a path, the latest last.
  public func views(of path: String) -> [CarriedView] {
    guard let database = Folder.realPath(of: path) else { return [] }
    return file.read().views.filter { $0.name.database == database }.reversed().map { name, view in
      CarriedView(table: name.table, name: name.name, text: ViewDocument.text(of: view))
    }
  }

  /// Returns the number of imported views; none if views of the library are remembered already.
  func take(from store: BookStore) -> Int {
    guard let views = try? store.carriedViews(), !views.isEmpty,
      let database = Folder.realPath(of: store.path),
      !file.read().views.contains(where: { $0.name.database == database })
    else { return 0 }
    do throws(SystemError) {
      try file.change { document in
        for view in views {
          let name = ViewName(database: database, table: view.table, name: view.name)
          document.set(ViewDocument.view(of: view.text), for: name)
        }
      }
      return views.count
    } catch {
      return 0
    }
  }
}
