import Platform
import Records
import SQLite

/// A temporary folder with the database of a result; it is removed with the last reference.
///
/// The file has a name, because each thread of a store opens it by that.
final class ResultFolder: Sendable {
  private let folder: String

  /// Makes the folder, with an empty database in it.
  ///
  /// - Throws: `cannotOpen` with the folder.
  init() throws(StoreError) {
    let parent = Environment.value("TMPDIR") ?? "/var/tmp"
    var template = Array("\(parent)/booklist-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw .cannotOpen(path: parent, reason: .system(errno: errno)) }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .cannotOpen(path: path, reason: .system(errno: errno)) }
    close(file)
  }

  deinit {
    for ending in ["", "-wal", "-shm", "-journal"] { unlink(path + ending) }
    rmdir(folder)
  }

  /// The path of the database.
  var path: String { folder + "/result.sqlite" }
}
