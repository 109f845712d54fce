/// The database that a log belongs to, which gives the log's file its name.
struct EditLogDatabase {
  /// The path as it was given.
  let path: String
  /// The path that every program finds for the file, as it was when the database was opened; nil where it has none.
  let realPath: String?
  let identity: FileIdentity?

  /// The file of the log in a folder, wherever the database's file is by now.
  func logFile(in folder: String) throws(StoreError) -> EditLogFile {
    guard let realPath else { throw .cannotOpen(path: path, reason: .missing) }
    return EditLogFile(ofRealPath: realPath, in: folder, identity: identity)
  }
}
