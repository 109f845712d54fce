import Platform
import Records
import SQLite

/// The sessions of a log: this program's own, those that live, and those that were of another file.
package final class LogSessions {
  private let connection: Connection
  private let file: EditLogFile
  /// This program's session, from its first change on.
  package private(set) var own: Int64?
  private var lock: SessionLock?
  /// The number of the last change that was appended here, or that was there when the session began.
  package private(set) var lastChange: Int64 = 0
  /// The sessions that were of another file than the one that is at the path now; nil until the files were compared.
  private var ofOtherFile: Set<Int64>?

  init(_ connection: Connection, _ file: EditLogFile) { (self.connection, self.file) = (connection, file) }

  /// The number of this program's session, which is begun if it was not.
  ///
  /// Its lock tells it from a dead one.
  @discardableResult
  package func begin() throws(StoreError) -> Int64 {
    if let own { return own }
    let token = String(UInt64.random(in: .min ... .max), radix: 36)
    let lock = try SessionLock(path: file.lock(token))
    let values: [Value] = [
      .text(Text(token)), .integer(Int64(getpid())), .real(SystemClock.secondsSince1970),
      file.identity.map { .integer($0.device) } ?? .null, file.identity.map { .integer($0.inode) } ?? .null,
    ]
    let session = try connection.transaction { () throws(StoreError) in
      // SQLite changes the table only once the statement has run to its end.
      try connection.rows(Self.insertion, values) { (id: $0.integer(at: 0), written: $0.integer(at: 1)) }
        .first
    }
    own = session?.id
    // Its numbers lie above its mark, even if what others had in the log by then has been taken out again.
    raiseLastChange(to: session?.written ?? 0)
    self.lock = lock
    return session?.id ?? 0
  }

  /// What other sessions have changed before is not this one's to be written.
  private static let insertion = """
    INSERT INTO session (token, pid, started, device, inode, written)
    VALUES (?, ?, ?, ?, ?, coalesce((SELECT max(id) FROM change), 0)) RETURNING id, written
    """

  /// Gives the changes that come next numbers above one.
  func raiseLastChange(to number: Int64) { lastChange = max(lastChange, number) }

  /// Notes that from now on changes are made that are not in the log.
  ///
  /// What it has of this session may be older than what the database holds then.
  package func doubt() { lock?.doubt() }

  /// Whether a session went on when the log could not be written.
  func isDoubted(_ session: Int64) throws(StoreError) -> Bool {
    try lockPath(of: session).map(SessionLock.isDoubted) ?? false
  }

  /// Whether another program that lives has a session.
  func isAlive(_ session: Int64) throws(StoreError) -> Bool {
    if session == own { return true }
    return try lockPath(of: session).map(SessionLock.isHeld) ?? false
  }

  /// The path of a session's lock.
  private func lockPath(of session: Int64) throws(StoreError) -> String? {
    try connection.row("SELECT token FROM session WHERE id = ?", [.integer(session)]) {
      file.lock($0.string(at: 0))
    }
  }

  // MARK: Dead sessions

  /// The sessions of the database's own file that have ended with changes that may not have reached it.
  package func dead() throws(StoreError) -> [Int64] {
    let sql = "SELECT id, token FROM session WHERE written < ? ORDER BY id"
    let open = try connection.rows(sql, [.integer(.max)]) { (id: $0.integer(at: 0), token: $0.string(at: 1)) }
    return open.filter {
      $0.id != own && !isOfOtherFile($0.id) && !SessionLock.isHeld(file.lock($0.token))
    }.map(\.id)
  }

  /// Takes the locks of dead sessions, so that nobody else takes them for abandoned; sessions that another program was
  /// faster with are left out.
  package func adopt(_ sessions: [Int64]) throws(StoreError) -> [(session: Int64, lock: SessionLock)] {
    var adopted: [(Int64, SessionLock)] = []
    for session in sessions {
      guard let path = try lockPath(of: session) else { continue }
      // A program that only looks whether it is held holds it for a moment.
      for _ in 0..<3 {
        guard let lock = try? SessionLock(path: path) else { continue }
        adopted.append((session, lock))
        break
      }
    }
    // One that was closed meanwhile has nothing left.
    var open: [(Int64, SessionLock)] = []
    for (session, lock) in adopted where try isOpen(session) { open.append((session, lock)) }
    return open
  }

  private func isOpen(_ session: Int64) throws(StoreError) -> Bool {
    try connection.exists(
      "SELECT 1 FROM session WHERE id = ? AND written < ?", [.integer(session), .integer(.max)])
  }

  /// Removes the lock's file of a dead session of which nothing is left.
  func removeLock(of session: Int64) throws(StoreError) {
    if let path = try lockPath(of: session) { SessionLock.remove(path) }
  }

  // MARK: Which file each session was of

  /// Whether it is known which sessions were of another file.
  package var knowsFiles: Bool { ofOtherFile != nil }

  /// Takes in which sessions were of another file.
  package func learn(_ comparison: FileComparison) { ofOtherFile = comparison.otherSessions }

  /// Whether a session is known to have been of another file than the one that is at the path now.
  func isOfOtherFile(_ session: Int64) -> Bool { ofOtherFile?.contains(session) ?? false }

  /// The condition that restricts a query to sessions of the file that is there, by the column that names them.
  func isOfThisFile(_ column: String) -> String {
    guard let ofOtherFile, !ofOtherFile.isEmpty else { return "" }
    return " AND \(column) NOT IN (\(ofOtherFile.sorted().map(String.init).joined(separator: ", ")))"
  }

  /// Begins to compare what the sessions of a file have changed with the rows that are there, or those of all other files.
  package func startComparing(
    with identity: FileIdentity?, isSame: Bool, isStrict: Bool = false
  ) throws(StoreError) -> FileComparison {
    guard let identity else { return FileComparison() }
    let values = Self.values(identity, isSame)
    let sql = "SELECT s.id, s.device, s.inode FROM session s WHERE \(Self.isFile)"
    let suspects = try connection.rows(sql, values) {
      ($0.integer(at: 0), FileIdentity(device: $0.integer(at: 1), inode: $0.integer(at: 2)))
    }
    return FileComparison(
      with: identity, isSame: isSame, isStrict: isStrict,
      suspects: Dictionary(uniqueKeysWithValues: suspects.filter { $0.0 != own }))
  }

  /// Reads the next steps of the sessions; false where there are none.
  package func readSteps(_ comparison: FileComparison) throws(StoreError) -> Bool {
    guard let identity = comparison.identity else { return false }
    let values =
      Self.values(identity, comparison.isSame)
      + [.integer(comparison.lastStep), .integer(Int64(FileComparison.stepCount))]
    let steps = try connection.rows(Self.stepsOfFile, values) {
      (id: $0.integer(at: 0), session: $0.integer(at: 1))
    }
    comparison.add(steps)
    return !steps.isEmpty
  }

  private static let stepsOfFile = """
    SELECT t.id, t.session FROM step t CROSS JOIN session s ON s.id = t.session
    WHERE t.id > ?4 AND t.undone <> \(LogCode.dropped) AND \(isFile) ORDER BY t.id LIMIT ?5
    """

  /// Whether the session `s` is of a file, or is not.
  private static let isFile =
    "s.device IS NOT NULL AND s.inode IS NOT NULL AND (s.device = ?1 AND s.inode = ?2) = ?3"

  /// The values for `isFile`: the file, and whether the session is of it.
  private static func values(_ identity: FileIdentity, _ isSame: Bool) -> [Value] {
    [.integer(identity.device), .integer(identity.inode), .integer(isSame ? 1 : 0)]
  }
}
