import Platform

/// The file in which views are remembered.
///
/// It is replaced as a whole, under a lock, so that programs that run at the same time keep each other's views and nobody ever
/// reads a half of it.
struct ViewFile {
  /// The most bytes of the file; a larger one is neither read nor replaced.
  private static let byteLimit = 4 << 20

  let path: String

  /// The views that are remembered; none if the file is not there, cannot be read, or is something else.
  func read() -> ViewDocument { (try? load()) ?? ViewDocument() }

  /// The views that are remembered; none if the file is not there or is something else.
  ///
  /// - Throws: The system's reason if there is a file that cannot be read; it must not be replaced.
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

  /// Changes what is remembered.
  ///
  /// - Throws: What the system says if the file cannot be written; `EAGAIN` if another program keeps it locked.
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

  /// Locks the file; whoever holds it is about to be done.
  private func take(_ lock: Int32) throws(SystemError) {
    for _ in 0..<10 {
      if flock(lock, LOCK_EX | LOCK_NB) == 0 { return }
      guard errno == EWOULDBLOCK || errno == EINTR else { throw SystemError(path: path) }
      usleep(1_000)
    }
    throw SystemError(EAGAIN, path: path)
  }

  private func write(_ text: String) throws(SystemError) {
    // It could not be read again.
    guard text.utf8.count <= Self.byteLimit else { throw SystemError(EFBIG, path: path) }
    do throws(SystemError) {
      let file = try WholeFile(path, replaces: true, isPrivate: true)
      try DescriptorBytes.writeAll(text.utf8, to: file.descriptor) { true }
      // No key waits for the disk: without power the views of the last seconds may go.
      try file.finish(syncs: false)
    } catch {
      throw SystemError(error.number, path: path)
    }
  }
}
