/// A private folder for temporary files, removed with the last reference.
///
/// The folder is locked as long as its program lives, so a later run can remove that of a killed program.
package final class WorkFolder: Sendable {
  package let path: String
  private let lock: Int32

  private static let prefix = "booklist-work-"
  /// A folder younger than this, in seconds, may not be locked yet.
  private static let youngest = 60

  private static var given: String? { Environment.value("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } }

  /// Creates the folder with mode 0700, in `TMPDIR` or otherwise in `parent`.
  package init(orIn parent: String = "/tmp") throws(SystemError) {
    let parent = Self.given ?? parent
    var template = Array("\(parent)/\(Self.prefix)XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError(path: parent) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    lock = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    _ = flock(lock, LOCK_EX | LOCK_NB)
  }

  deinit {
    remove()
    close(lock)
  }

  package func remove() { Folder.remove(path) }

  package static func removeAbandoned() {
    for parent in given.map({ [$0] }) ?? ["/tmp", "/var/tmp"] {
      for name in (try? Folder.names(in: parent)) ?? [] where name.hasPrefix(prefix) {
        removeIfAbandoned("\(parent)/\(name)")
      }
    }
  }

  private static func removeIfAbandoned(_ path: String) {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else { return }
    defer { close(folder) }
    var status = stat()
    guard fstat(folder, &status) == 0, status.st_uid == geteuid(),
      time(nil) - status.modified.tv_sec > youngest,
      flock(folder, LOCK_EX | LOCK_NB) == 0
    else { return }
    Folder.remove(path)
  }
}
