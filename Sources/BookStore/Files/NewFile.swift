import Platform

/// Creates a database's file.
///
/// It is created under a temporary name in the same folder and then linked to its path, so that nobody ever sees an
/// incomplete file and no existing file is replaced.
struct NewFile {
  /// Where to create the file.
  let path: String

  /// Creates the file with mode 0600, and missing folders only if requested.
  ///
  /// - Parameter fill: Writes the database to the temporary path that it gets.
  func create(
    makingFolders: Bool = false, _ fill: (_ temporary: String) throws(StoreError) -> Void
  ) throws(StoreError) {
    if let end = FileAccess.companionEnds.first(where: path.hasSuffix) {
      throw .cannotOpen(path: path, reason: .companion(end: end))
    }
    let folder = Folder.containing(path)
    if makingFolders { try makeFolder(folder) }
    let temporary = try makeEmptyFile(in: folder)
    defer { for end in [""] + FileAccess.companionEnds { unlink(temporary + end) } }
    try fill(temporary)
    guard link(temporary, path) == 0 || hasMoved(temporary) else {
      if errno == EEXIST { throw .alreadyExists(path: path) }
      throw FileAccess.failure(path)
    }
  }

  /// Renames the file if the file system has no links, after checking that nothing is at its path.
  private func hasMoved(_ temporary: String) -> Bool {
    guard [EPERM, ENOTSUP, EOPNOTSUPP].contains(errno) else { return false }
    var status = stat()
    guard lstat(path, &status) != 0 else {
      errno = EEXIST
      return false
    }
    return rename(temporary, path) == 0
  }

  /// Creates a folder and its missing parents, for the owner alone.
  private func makeFolder(_ folder: String) throws(StoreError) {
    do throws(SystemError) { try Folder.make(folder) } catch {
      throw FileAccess.failure(path, error.number)
    }
  }

  /// Creates an empty file with mode 0600 under a unique name.
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
}
