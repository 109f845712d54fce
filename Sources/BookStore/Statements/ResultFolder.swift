import Platform
import Records
import SQLite

/// A temporary folder for a result's database, removed with the last reference.
///
/// The database needs a file name, because each thread of a store opens it by name.
final class ResultFolder: Sendable {
  private let folder: WorkFolder

  init() throws(StoreError) {
    folder = try WorkFolder.forStore(orIn: "/var/tmp")
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .cannotOpen(path: path, reason: .system(errno: errno)) }
    close(file)
  }

  var path: String { folder.path + "/result.sqlite" }
}
