import Platform

/// What is remembered of the view from one run to the next: lines of plain text, as `split = yes`.
///
/// Failures to read or write it are ignored, since nothing depends on it.
struct StateFile {
  let path: String

  /// Whether the list and a record were side by side.
  func isSplit() -> Bool { text().split(separator: "\n").contains("split = yes") }

  /// Remembers whether the list and a record are side by side.
  func setSplit(_ isSplit: Bool) {
    try? Folder.make(Folder.containing(path))
    let temporary = path + ".\(getpid())"
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    let text = "split = \(isSplit ? "yes" : "no")\n"
    let count = write(file, text, text.utf8.count)
    close(file)
    if count != text.utf8.count || rename(temporary, path) != 0 { unlink(temporary) }
  }

  private func text() -> String {
    // A pipe is not waited for.
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = read(file, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
