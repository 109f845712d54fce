import SQLite

/// The database that a log belongs to, which gives the log's file its name.
package struct EditLogDatabase {
  /// The path as it was given.
  package let path: String
  /// The path that every program finds for the file, as it was when the database was opened; nil where it has none.
  package let realPath: String?
  package let identity: FileIdentity?

  /// Creates one from its parts.
  package init(path: String, realPath: String?, identity: FileIdentity?) {
    (self.path, self.realPath, self.identity) = (path, realPath, identity)
  }

  /// The file of the log in a folder, wherever the database's file is by now.
  package func logFile(in folder: String) throws(StoreError) -> EditLogFile {
    guard let realPath else { throw .cannotOpen(path: path, reason: .missing) }
    return EditLogFile(ofRealPath: realPath, in: folder, identity: identity)
  }
}
