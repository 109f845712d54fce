/// The comparison of what sessions have changed with the rows of the file that is there, some changes at a time.
///
/// A file that was replaced by its own new version still has rows of those that were changed; an unrelated one has none.
final class FileComparison {
  /// The sessions that are looked at, of which no row was found yet, with their files.
  var suspects: [Int64: FileIdentity] = [:]
  /// The file that the sessions are of, or are not of.
  var identity: FileIdentity?
  /// Whether they are of that file.
  var isSame = false
  /// The files of which a row was found.
  var foundFiles: Set<FileIdentity> = []
  /// The sessions that have set fields: that the rows are gone which the others have deleted says nothing.
  var editors: Set<Int64> = []
  /// How many changes were looked at of each.
  var counts: [Int64: Int] = [:]
  /// The next steps of suspects, the first one last.
  var steps: [(id: Int64, session: Int64)] = []
  /// The last step that was read from the log.
  var lastStep: Int64 = 0
  /// The last change of the next step that was looked at.
  var lastChange: Int64 = 0

  /// The most changes of a session that are looked at.
  static let limit = 4_096
  /// The steps that are read at a time.
  static let stepCount = 64
  /// The changes that are looked at in one go.
  static let size = 16

  /// Whether a session is still to be looked at.
  func isOpen(_ session: Int64) -> Bool {
    suspects[session] != nil && counts[session, default: 0] < Self.limit
  }

  /// Notes that the file that is there has a row of a session's.
  func noteRow(of session: Int64) {
    if let file = suspects.removeValue(forKey: session) { foundFiles.insert(file) }
  }

  /// The sessions whose file is not the one that is there, once all were looked at.
  var otherSessions: Set<Int64> {
    Set(suspects.filter { editors.contains($0.key) || !foundFiles.contains($0.value) }.keys)
  }
}
