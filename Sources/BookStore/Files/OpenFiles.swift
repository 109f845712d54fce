import EditLog
import Records
import SQLite

/// The files of an open database and of its edit log, which imports must not read and exports must not replace or create.
///
/// They are compared, never opened: closing one would release the process's locks on it (POSIX, close), and another program
/// could then remove the write-ahead log.
package struct OpenFiles: Sendable {
  private let database: Text
  /// The database's file when it was opened, which may have another name by now.
  private let opened: FileIdentity?
  private let log: (folder: Text, path: Text)?

  package init(database path: String, logFolder: String? = nil) {
    let path = Text(path)
    database = path.resolved ?? path
    opened = FileIdentity(database)
    log = logFolder.flatMap { folder in
      let file = try? EditLogFile(for: path.string, in: folder)
      return file.map { (Text(folder), Text($0.path)) }
    }
  }

  /// Checks that a path neither leads to one of the files nor would create one; otherwise throws `cannotOpen`.
  package func check(_ path: Text) throws(StoreError) {
    if let reason = reason(against: path) { throw .cannotOpen(path: path.string, reason: reason) }
  }

  private func reason(against path: Text) -> StoreError.OpenFailure? {
    if isAt(database, path) || opened != nil && opened == FileIdentity(path) { return .openDatabase }
    if FileAccess.companionEnds.contains(where: { isAt(database + $0, path) }) { return .besideDatabase }
    guard let log else { return nil }
    let isLog = isAt(log.path, path) || FileAccess.companionEnds.contains { isAt(log.path + $0, path) }
    return isLog || isNamedAsLog(path, in: log.folder) ? .editLog : nil
  }

  private func isAt(_ file: Text, _ path: Text) -> Bool {
    if let identity = FileIdentity(path), identity == FileIdentity(file) { return true }
    return path.lastPart == file.lastPart && isInFolder(file.parentFolder, path)
  }

  private func isNamedAsLog(_ path: Text, in folder: Text) -> Bool {
    String(decoding: path.lastPart, as: UTF8.self).contains(".edits") && isInFolder(folder, path)
  }

  private func isInFolder(_ folder: Text, _ path: Text) -> Bool {
    guard let identity = FileIdentity(folder) else { return false }
    return identity == FileIdentity(path.parentFolder)
  }
}

extension Text {
  fileprivate var lastPart: [UInt8] {
    Array(bytes[(bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? bytes.startIndex)...])
  }

  fileprivate static func + (path: Text, suffix: String) -> Text {
    Text(bytes: Array(path.bytes) + Array(suffix.utf8))
  }
}
