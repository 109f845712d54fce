import Platform

/// A database's file that is about to be made.
///
/// It is made under a temporary name beside its place and then linked there, so that nobody ever sees half of it and
/// nothing that is there already is replaced.
struct NewFile {
  /// Where the file is to be.
  let path: String

  /// Makes the file with mode 0600, and folders that are missing only where that is asked for.
  ///
  /// - Parameter fill: Writes the database at the temporary path that it is given.
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
    do throws(SystemError) { try Folder.make(folder) } catch {
      throw FileAccess.failure(path, error.number)
    }
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
}
