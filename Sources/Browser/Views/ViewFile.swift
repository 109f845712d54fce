import Platform

/// The file in which views are remembered.
///
/// Each change replaces the whole file under a lock, so that concurrent programs keep each other's views.
struct ViewFile {
  /// A larger file is neither read nor replaced.
  private static let byteLimit = 4 << 20

  let path: String

  /// Empty if the file is missing, unreadable, or something else.
  func read() -> ViewDocument { (try? load()) ?? ViewDocument() }

  /// - Throws: The system's error if the file exists but cannot be read; it must not be replaced then.
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

  /// - Throws: The system's error if the file cannot be written; `EAGAIN` if another program keeps it locked.
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

  /// Others hold the lock only briefly.
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
