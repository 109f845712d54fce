import Platform
import Records
import SQLite

/// A temporary folder with the database of a result; it is removed with the last reference.
///
/// The file has a name, because each thread of a store opens it by that.
final class ResultFolder: Sendable {
  private let folder: WorkFolder

  /// Makes the folder, with an empty database in it.
  ///
  /// - Throws: `cannotOpen` with the folder.
  init() throws(StoreError) {
    folder = try WorkFolder.forStore(orIn: "/var/tmp")
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .cannotOpen(path: path, reason: .system(errno: errno)) }
    close(file)
  }

  /// The path of the database.
  var path: String { folder.path + "/result.sqlite" }
}
