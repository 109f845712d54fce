import GRDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A database of books that is about to be made.
///
/// It is made under a temporary name beside its place and then linked there, so that nobody ever sees half of it and
/// nothing that is there already is replaced.
struct NewDatabase {
  /// Where the database is to be.
  let path: String

  /// Makes the database, and folders that are missing only where that is asked for.
  func create(sample: Bool, makingFolders: Bool) throws(StoreError) {
    let folder = FileAccess.folder(of: path)
    if makingFolders { try makeFolder(folder) }
    let temporary = try makeEmptyFile(in: folder)
    defer { unlink(temporary) }
    try fill(temporary, sample: sample)
    guard link(temporary, path) == 0 || hasMoved(temporary) else {
      if errno == EEXIST { throw .alreadyExists(path: path) }
      throw FileAccess.failure(path)
    }
  }

  /// Renames the file where the file system has no links, after a look that nothing is there.
  private func hasMoved(_ temporary: String) -> Bool {
    guard [EPERM, ENOTSUP, EOPNOTSUPP].contains(errno) else { return false }
    var status = stat()
    guard lstat(path, &status) != 0 else {
      errno = EEXIST
      return false
    }
    return rename(temporary, path) == 0
  }

  /// Makes a folder and those above it that are missing, for the owner alone.
  private func makeFolder(_ folder: String) throws(StoreError) {
    if mkdir(folder, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, !folder.isEmpty, folder != "/" else { throw FileAccess.failure(path) }
    try makeFolder(FileAccess.folder(of: folder))
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw FileAccess.failure(path) }
  }

  /// Makes an empty file of mode 0600 under a name that nothing else has.
  private func makeEmptyFile(in folder: String) throws(StoreError) -> String {
    var template = Array("\(folder)/.booklist-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else {
      if errno == ENOENT { throw .cannotOpen(path: path, reason: .folderMissing) }
      throw FileAccess.failure(path)
    }
    close(descriptor)
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private func fill(_ temporary: String, sample: Bool) throws(StoreError) {
    do {
      try DatabaseQueue(path: temporary).write { database in
        try database.execute(sql: Self.table)
        if sample { try database.execute(sql: Self.sampleBooks) }
      }
    } catch {
      throw StoreError(opening: path, error)
    }
  }

  /// The sample's table.
  static let table =
    "CREATE TABLE book (pk INTEGER PRIMARY KEY, title CHAR(32), copyright REAL, author CHAR(48))"

  /// The sample's three books.
  private static let sampleBooks = """
    INSERT INTO book (title, copyright, author) VALUES
      ('War and Peace', -3153600000, 'Leo Tolstoy'),
      ('Mac OS X Internals', 1166832000, 'Amit Singh'),
      ('The Divine Comedy', -20466864000, 'Dante Alighieri')
    """
}
