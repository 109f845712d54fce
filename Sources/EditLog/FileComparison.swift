import SQLite

/// The comparison of what sessions have changed with the rows of the file that is there, some changes at a time.
///
/// A file that was replaced by its own new version still has rows of those that were changed; an unrelated one has none.
package final class FileComparison {
  /// The file that the sessions are of, or are not of.
  package let identity: FileIdentity?
  /// Whether they are of that file.
  package let isSame: Bool
  /// Whether a single edit whose row is not there shows that the sessions are of another file.
  package let isStrict: Bool
  /// The sessions that are looked at, of which no row was found yet, with their files.
  private var suspects: [Int64: FileIdentity]
  /// The files of which a row was found.
  package private(set) var foundFiles: Set<FileIdentity> = []
  /// The sessions that have set fields: that the rows are gone which the others have deleted says nothing.
  private var editors: Set<Int64> = []
  /// How many changes were looked at of each.
  private var counts: [Int64: Int] = [:]
  /// The next steps of suspects, the first one last.
  private var steps: [(id: Int64, session: Int64)] = []
  /// The last step that was read from the log.
  private(set) var lastStep: Int64 = 0
  /// The last change of the next step that was looked at.
  package private(set) var lastChange: Int64 = 0

  /// The most changes of a session that are looked at.
  private static let limit = 4_096
  /// The steps that are read at a time.
  package static let stepCount = 64
  /// The changes that are looked at in one go.
  package static let size = 16

  /// Makes a comparison of some sessions; of none, if nobody knows the file.
  package init(
    with identity: FileIdentity? = nil, isSame: Bool = false, isStrict: Bool = false,
    suspects: [Int64: FileIdentity] = [:]
  ) {
    (self.identity, self.isSame, self.isStrict, self.suspects) = (identity, isSame, isStrict, suspects)
  }

  /// Notes that the sessions are of another file.
  package func reject() { (suspects, foundFiles) = ([:], []) }

  /// Whether there are sessions of which no row was found yet.
  package var isUnderWay: Bool { !suspects.isEmpty }

  /// The step that is looked at next, of those that were read.
  package var nextStep: (id: Int64, session: Int64)? { steps.last }

  /// Takes in the steps that come next.
  package func add(_ read: [(id: Int64, session: Int64)]) {
    lastStep = read.last?.id ?? lastStep
    steps = read.reversed()
  }

  /// Whether a session is still to be looked at.
  package func isOpen(_ session: Int64) -> Bool {
    suspects[session] != nil && counts[session, default: 0] < Self.limit
  }

  /// Notes that a session has set a field.
  package func noteEdit(by session: Int64) { editors.insert(session) }

  /// Notes that the file that is there has a row of a session's.
  package func noteRow(of session: Int64) {
    if let file = suspects.removeValue(forKey: session) { foundFiles.insert(file) }
  }

  /// Notes that some changes of the next step were looked at, which is done if they are fewer than `size`.
  package func noteLook(at numbers: [Int64], of session: Int64) {
    counts[session, default: 0] += numbers.count
    lastChange = numbers.last ?? 0
    if numbers.count < Self.size || !isOpen(session) {
      steps.removeLast()
      lastChange = 0
    }
  }

  /// The sessions whose file is not the one that is there, once all were looked at.
  var otherSessions: Set<Int64> {
    Set(suspects.filter { editors.contains($0.key) || !foundFiles.contains($0.value) }.keys)
  }
}
