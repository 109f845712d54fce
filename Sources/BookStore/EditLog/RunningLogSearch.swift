/// The look for the edit log of a database that was moved, one log of the state folder at a time.
public struct RunningLogSearch {
  /// The log that the database would have under its path.
  let file: EditLogFile
  /// The paths of the logs that are still to be looked at.
  var logs: [String]
  /// The paths of the locks of sessions.
  let locks: [String]
  /// A log that is of a file with the database's identity, and the comparison of its rows with what is there.
  var candidate: (log: EditLog, comparison: FileComparison)?
  /// What was found.
  public internal(set) var found: FormerLog?

  init(for file: EditLogFile) {
    self.file = file
    let paths = EditLogFile.names(in: file.folder).map { "\(file.folder)/\($0)" }
    logs = paths.filter { $0.hasSuffix(".edits") }
    locks = paths.filter { $0.hasSuffix(".lock") }
  }
}
