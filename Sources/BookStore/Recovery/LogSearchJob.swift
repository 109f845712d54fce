import EditLog
import SQLite

/// Looks for the edit log of a moved database, one log at a time; skips logs that cannot be read or are in use.
public final class LogSearchJob: Job {
  private let recovery: Recovery
  private let options: EditLogOptions?
  private let file: EditLogFile
  private var logs: [String]
  private let logCount: Int
  private let locks: [String]
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

  /// The fraction of the logs checked, from 0 to 1.
  public var fraction: Double { logCount == 0 ? 1 : 1 - Double(logs.count) / Double(logCount) }

  /// Checks the next log, or some changes of a log whose file has this identity; returns false if none is left.
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
      // On another disk the file has another identity, so more of its rows must match.
      let former = log.file.identity
      candidate = (
        log,
        try log.sessions.startComparing(with: former, isSame: true, isStrict: former != file.identity)
      )
    }
    return true
  }

  /// The log at a path, if its file was this database, or may have been before a move to another disk.
  private func log(at path: String) -> EditLog? {
    guard let options, EditLogFile.isOwn(path, in: options.folder),
      !locks.contains(where: { $0.hasPrefix(path + "-") && SessionLock.isHeld($0) }),
      let header = EditLogHeader(path), header.hasChanges
    else { return nil }
    let present = FileIdentity(header.database)
    guard header.file == file.identity ? present != header.file : present == nil else { return nil }
    let file = EditLogFile(ofRealPath: header.database, in: options.folder, identity: header.file)
    // A copy of a log under another name is ignored.
    return file.path == path ? try? EditLog(file, options: options, prunes: false) : nil
  }
}

/// The edit log that a database left under its former path.
public struct FormerLog: Sendable {
  /// The database's former path.
  public var database: String { file.database }
  /// How many fields are unsaved according to the log; nil if counting takes too long.
  public let unsavedCount: Int?
  let file: EditLogFile
}
