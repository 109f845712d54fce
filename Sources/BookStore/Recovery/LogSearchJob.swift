import EditLog
import SQLite

/// Looks for the edit log of a database that was moved, one log of the state folder at a time.
///
/// Logs that cannot be read, or that others use, are skipped.
public final class LogSearchJob: Job {
  private let recovery: Recovery
  private let options: EditLogOptions?
  /// The log that belongs to the database's path.
  private let file: EditLogFile
  /// The paths of the logs that have yet to be checked.
  private var logs: [String]
  private let logCount: Int
  /// The paths of the locks of sessions.
  private let locks: [String]
  /// A log of a file with the database's identity, and the comparison of its rows with the database.
  private var candidate: (log: EditLog, comparison: FileComparison)?
  /// The log of the moved file, if one was found.
  public private(set) var found: FormerLog?

  init(_ recovery: Recovery, for file: EditLogFile, options: EditLogOptions?) {
    (self.recovery, self.file, self.options) = (recovery, file, options)
    let paths = EditLogFile.names(in: file.folder).map { "\(file.folder)/\($0)" }
    logs = paths.filter { $0.hasSuffix(".edits") }
    locks = paths.filter { $0.hasSuffix(".lock") }
    logCount = logs.count
  }

  /// The part of the logs that has been checked, from 0 to 1.
  public var fraction: Double { logCount == 0 ? 1 : 1 - Double(logs.count) / Double(logCount) }

  /// Checks the next log, or some changes of a log whose file has this identity; returns false if none is left.
  ///
  /// - Throws: `busy` if the database is locked, or any other error that reading it can throw.
  public func step() throws(StoreError) -> Bool {
    guard !file.exists else { return false }
    if let (log, comparison) = candidate {
      if try !recovery.compare(comparison, log) { candidate = nil }
      // An inode is soon reused for another file, so the rows must match, too.
      guard !comparison.foundFiles.isEmpty else { return true }
      candidate = nil
      found = FormerLog(unsavedCount: log.unsavedCount, file: log.file)
      return false
    }
    guard let path = logs.popLast() else { return false }
    if let log = log(at: path) {
      // On another disk the file has another identity; then more of its rows must match.
      let former = log.file.identity
      candidate = (
        log,
        try log.sessions.startComparing(with: former, isSame: true, isStrict: former != file.identity)
      )
    }
    return true
  }

  /// The log at a path, if its last session used this database's file and that file is no longer at its former path, or if
  /// nothing is at that path: then the database may have been moved to another disk.
  private func log(at path: String) -> EditLog? {
    guard let options, EditLogFile.isOwn(path, in: options.folder),
      !locks.contains(where: { $0.hasPrefix(path + "-") && SessionLock.isHeld($0) }),
      let header = EditLogHeader(path), header.hasChanges
    else { return nil }
    let present = FileIdentity(header.database)
    guard header.file == file.identity ? present != header.file : present == nil else { return nil }
    let file = EditLogFile(ofRealPath: header.database, in: options.folder, identity: header.file)
    // A copy of a log with another name is ignored.
    return file.path == path ? try? EditLog(file, options: options, prunes: false) : nil
  }
}
