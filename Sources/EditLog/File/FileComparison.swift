import SQLite

/// Compares the changes of sessions with the rows of the current file, a few at a time.
///
/// A new version of the sessions' file still has some of the changed rows; an unrelated file has none.
package final class FileComparison {
  /// The sessions' file if `isSame`; otherwise a file that is not theirs.
  package let identity: FileIdentity?
  package let isSame: Bool
  /// Whether one edit of a missing row proves that the sessions are of another file.
  package let isStrict: Bool
  /// The sessions without a row found yet, with their files.
  private var suspects: [Int64: FileIdentity]
  package private(set) var foundFiles: Set<FileIdentity> = []
  /// The sessions that set fields; the absence of deleted rows proves nothing.
  private var editors: Set<Int64> = []
  private var counts: [Int64: Int] = [:]
  private var steps: [(id: Int64, session: Int64)] = []
  private(set) var lastStep: Int64 = 0
  package private(set) var lastChange: Int64 = 0

  private static let limit = 4_096
  package static let stepCount = 64
  package static let size = 16

  package init(
    with identity: FileIdentity? = nil, isSame: Bool = false, isStrict: Bool = false,
    suspects: [Int64: FileIdentity] = [:]
  ) {
    (self.identity, self.isSame, self.isStrict, self.suspects) = (identity, isSame, isStrict, suspects)
  }

  package func reject() { (suspects, foundFiles) = ([:], []) }

  package var isUnderWay: Bool { !suspects.isEmpty }

  package var nextStep: (id: Int64, session: Int64)? { steps.last }

  package func add(_ read: [(id: Int64, session: Int64)]) {
    lastStep = read.last?.id ?? lastStep
    steps = read.reversed()
  }

  package func isOpen(_ session: Int64) -> Bool {
    suspects[session] != nil && counts[session, default: 0] < Self.limit
  }

  package func noteEdit(by session: Int64) { editors.insert(session) }

  package func noteRow(of session: Int64) {
    if let file = suspects.removeValue(forKey: session) { foundFiles.insert(file) }
  }

  package func noteLook(at numbers: [Int64], of session: Int64) {
    counts[session, default: 0] += numbers.count
    lastChange = numbers.last ?? 0
    if numbers.count < Self.size || !isOpen(session) {
      steps.removeLast()
      lastChange = 0
    }
  }

  /// The sessions of other files, once the comparison is done.
  var otherSessions: Set<Int64> {
    Set(suspects.filter { editors.contains($0.key) || !foundFiles.contains($0.value) }.keys)
  }
}
