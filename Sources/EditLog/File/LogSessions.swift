import Platform
import Records
import SQLite

/// The sessions of a log: this program's, those of other running programs, dead ones, and those of other files.
package final class LogSessions {
  private let connection: Connection
  private let file: EditLogFile
  package private(set) var own: Int64?
  private var lock: SessionLock?
  package private(set) var lastChange: Int64 = 0
  /// The sessions of other files than the one at the path; nil until the files are compared.
  private var ofOtherFile: Set<Int64>?

  init(_ connection: Connection, _ file: EditLogFile) { (self.connection, self.file) = (connection, file) }

  /// This program's session, begun if necessary; its lock distinguishes it from a dead one.
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
      // SQLite applies the insertion only when the statement has run to completion.
      try connection.rows(Self.insertion, values) { (id: $0.integer(at: 0), written: $0.integer(at: 1)) }
        .first
    }
    own = session?.id
    // New numbers must exceed the mark, even if the changes below it were removed.
    raiseLastChange(to: session?.written ?? 0)
    self.lock = lock
    return session?.id ?? 0
  }

  /// The mark starts after all existing changes, which other sessions have to write.
  private static let insertion = """
    INSERT INTO session (token, pid, started, device, inode, written)
    VALUES (?, ?, ?, ?, ?, coalesce((SELECT max(id) FROM change), 0)) RETURNING id, written
    """

  func raiseLastChange(to number: Int64) { lastChange = max(lastChange, number) }

  /// Records that this session's further changes are missing from the log, which may then be older than the database.
  package func doubt() { lock?.doubt() }

  func isDoubted(_ session: Int64) throws(StoreError) -> Bool {
    try lockPath(of: session).map(SessionLock.isDoubted) ?? false
  }

  func isAlive(_ session: Int64) throws(StoreError) -> Bool {
    if session == own { return true }
    return try lockPath(of: session).map(SessionLock.isHeld) ?? false
  }

  private func lockPath(of session: Int64) throws(StoreError) -> String? {
    try connection.row("SELECT token FROM session WHERE id = ?", [.integer(session)]) {
      file.lock($0.string(at: 0))
    }
  }

  // MARK: Dead sessions

  /// The ended sessions of this database file whose changes may not have reached it.
  package func dead() throws(StoreError) -> [Int64] {
    let sql = "SELECT id, token FROM session WHERE written < ? ORDER BY id"
    let open = try connection.rows(sql, [.integer(.max)]) { (id: $0.integer(at: 0), token: $0.string(at: 1)) }
    return open.filter {
      $0.id != own && !isOfOtherFile($0.id) && !SessionLock.isHeld(file.lock($0.token))
    }.map(\.id)
  }

  /// Locks dead sessions, except those that another program has locked, so that only one program recovers them.
  package func adopt(_ sessions: [Int64]) throws(StoreError) -> [(session: Int64, lock: SessionLock)] {
    var adopted: [(Int64, SessionLock)] = []
    for session in sessions {
      guard let path = try lockPath(of: session) else { continue }
      // A program that tests a lock holds it for a moment.
      for _ in 0..<3 {
        guard let lock = try? SessionLock(path: path) else { continue }
        // A session that was closed meanwhile has nothing left.
        if try isOpen(session) { adopted.append((session, lock)) }
        break
      }
    }
    return adopted
  }

  private func isOpen(_ session: Int64) throws(StoreError) -> Bool {
    try connection.exists(
      "SELECT 1 FROM session WHERE id = ? AND written < ?", [.integer(session), .integer(.max)])
  }

  func removeLock(of session: Int64) throws(StoreError) {
    if let path = try lockPath(of: session) { SessionLock.remove(path) }
  }

  // MARK: Which file each session was of

  package var knowsFiles: Bool { ofOtherFile != nil }

  package func learn(_ comparison: FileComparison) { ofOtherFile = comparison.otherSessions }

  func isOfOtherFile(_ session: Int64) -> Bool { ofOtherFile?.contains(session) ?? false }

  func isOfThisFile(_ column: String) -> String {
    guard let ofOtherFile, !ofOtherFile.isEmpty else { return "" }
    return " AND \(column) NOT IN (\(ofOtherFile.sorted().map(String.init).joined(separator: ", ")))"
  }

  /// Starts comparing the changes of this file's sessions, or without `isSame` all others', with the existing rows.
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

  /// Whether the session `s` is of a file, or if ?3 is 0, of another one.
  private static let isFile =
    "s.device IS NOT NULL AND s.inode IS NOT NULL AND (s.device = ?1 AND s.inode = ?2) = ?3"

  private static func values(_ identity: FileIdentity, _ isSame: Bool) -> [Value] {
    [.integer(identity.device), .integer(identity.inode), .integer(isSame ? 1 : 0)]
  }
}
