import Platform
import Records
import SQLite

/// The edits of one database, kept in a separate file: until the database has them for recovery, and after that for undo.
///
/// Appended changes survive a crash of the process at once, because the kernel has them, and a power loss after a second.
/// Several programs may append to one log; each is a session.
package final class EditLog {
  package let file: EditLogFile
  package let options: EditLogOptions
  package let connection: Connection
  package let keeper: LogKeeper
  package let sessions: LogSessions
  package let reader: LogReader
  package let history: LogHistory
  package let marks: LogMarks
  package let recovery: LogRecovery
  package let reversals: LogReversals
  private let drafts: LogDrafts
  private let images: LogImages
  /// The new path of an obsolete log found in this place; nil if there was none.
  package let setAside: String?
  private let files: [FileIdentity?]

  /// - Parameter prunes: Whether to drop old steps in the background, because the log stays in use.
  package init(_ file: EditLogFile, options: EditLogOptions, prunes: Bool = true) throws(StoreError) {
    let (connection, setAside) = try Self.open(file, setsAside: prunes)
    self.setAside = setAside
    let keeper = LogKeeper(path: file.path, folder: Folder.containing(file.database))
    let sessions = LogSessions(connection, file)
    (self.file, self.options, self.connection, self.keeper) = (file, options, connection, keeper)
    self.sessions = sessions
    reader = LogReader(connection)
    history = LogHistory(connection, sessions)
    marks = LogMarks(connection: connection, keeper: keeper, sessions: sessions)
    recovery = LogRecovery(connection, keeper, sessions, marks)
    reversals = LogReversals(connection: connection)
    drafts = LogDrafts(connection: connection)
    images = LogImages(connection: connection)
    files = file.parts.map { FileIdentity($0) }
    if prunes { keeper.prune(Pruning(options)) }
  }

  private static func open(_ file: EditLogFile, setsAside: Bool) throws(StoreError) -> (Connection, String?) {
    try file.whileNobodyElseOpens { () throws(StoreError) in
      do throws(StoreError) {
        return (try connect(to: file), nil)
      } catch {
        guard error == .olderEditLog, setsAside else { throw error }
      }
      let path = try file.setAside()
      return (try connect(to: file), path)
    }
  }

  private static func connect(to file: EditLogFile) throws(StoreError) -> Connection {
    try file.create()
    let connection = try LogSchema.connect(to: file.path)
    try LogSchema.prepare(connection, of: file)
    return connection
  }

  deinit {
    // An open transaction would block the keeper.
    connection.rollBack()
    if removedPart == file.path {
      // Files with these names now belong to another log.
      connection.keepLog()
      keeper.run { $0.keepLog() }
    }
    keeper.close()
  }

  /// The first log file that was removed or replaced, so that no other program would read what is appended.
  var removedPart: String? {
    zip(file.parts, files).first { FileIdentity($0) != $1 }?.0
  }

  /// Skips the sync when the connections close, to quit faster; the changes stay in the write-ahead log.
  package func leaveUnsynced() {
    connection.leaveLog()
    keeper.run { $0.leaveLog() }
  }

  package func transaction<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    let result = try connection.transaction(body)
    keeper.noteWrite()
    return result
  }

  // MARK: Appending

  package struct Appended {
    package fileprivate(set) var step: Int64 = 0
    package fileprivate(set) var changes: Range<Int64> = 0..<0

    fileprivate mutating func add(_ change: Int64) {
      changes = (changes.isEmpty ? change : changes.lowerBound)..<(change + 1)
    }

    fileprivate var range: ClosedRange<Int64>? {
      guard let first = changes.first, let last = changes.last else { return nil }
      return first...last
    }
  }

  /// - Parameters:
  ///   - files: The values of deleted rows that are too large for memory, by the position of the change.
  ///   - step: The step of the log to join; nil for a new one.
  ///   - isDraft: Whether the changes, and the reversal, count only once they are confirmed.
  @discardableResult
  package func append(
    _ changes: [Change], files: [Int: RowFile] = [:], as purpose: LogPurpose = LogPurpose(),
    to step: Int64? = nil, isDraft: Bool = false
  ) throws(StoreError) -> Appended {
    try append(as: purpose, to: step, isDraft: isDraft) { appended throws(StoreError) in
      for run in RowRun.runs(of: changes, apart: { !files.isEmpty && files[$0] != nil }) {
        let file = files[run.changes.startIndex]
        appended.add(try append(run, file, to: appended.step, isDraft: isDraft))
      }
    }
  }

  package func append(
    _ rows: PackedRows, as purpose: LogPurpose, to step: Int64?
  ) throws(StoreError) -> Appended {
    try append(as: purpose, to: step, isDraft: true) { appended throws(StoreError) in
      for run in rows.runs { appended.add(try append(run, of: rows, to: appended.step)) }
    }
  }

  private func append(
    as purpose: LogPurpose, to step: Int64?, isDraft: Bool,
    _ body: (inout Appended) throws(StoreError) -> Void
  ) throws(StoreError) -> Appended {
    try sessions.begin()
    let appended = try transaction { () throws(StoreError) in
      var appended = Appended()
      appended.step = if let step { step } else { try appendStep(purpose) }
      try body(&appended)
      if isDraft {
        try drafts.append(appended.changes, of: appended.step, purpose.reversing)
      } else if let reversing = purpose.reversing {
        try drafts.note(reversing)
      }
      return appended
    }
    sessions.raiseLastChange(to: appended.changes.last ?? 0)
    return appended
  }

  private func append(_ run: PackedRows.Run, of rows: PackedRows, to step: Int64) throws(StoreError) -> Int64
  {
    try connection.execute(
      Self.insertion,
      [
        .integer(step), .text(Text(rows.table)), PackedKey.value(of: .rowid(run.firstKey)), run.title,
        LogCode.code(rows.kind), .null, .null, .null, .integer(LogCode.draft),
        .integer(sessions.lastChange), .integer(0), .integer(Int64(run.count)),
      ])
    let id = connection.lastInsertedRowID
    try images.append(run, columns: rows.columns, of: id)
    return id
  }

  private func appendStep(_ purpose: LogPurpose) throws(StoreError) -> Int64 {
    try connection.execute(
      """
      INSERT INTO step (session, time, cause, undone, subject, origin)
      VALUES (?1, ?2, ?3, 0, ?4, coalesce(?5, (SELECT origin FROM step WHERE id = ?4)))
      """,
      [
        .integer(sessions.own ?? 0), .real(SystemClock.secondsSince1970), LogCode.code(purpose.cause),
        (purpose.reversing?.step).map { .integer($0) } ?? .null,
        (purpose.step?.origin).map { .text(Text($0.text)) } ?? .null,
      ])
    return connection.lastInsertedRowID
  }

  private func append(
    _ run: RowRun, _ file: RowFile?, to step: Int64, isDraft: Bool
  ) throws(StoreError) -> Int64 {
    guard let change = run.changes.first, let main = run.main, let key = run.key else {
      return sessions.lastChange
    }
    var (column, before, after) = (Value.null, Value.null, Value.null)
    if case .edit(let name, let old, let new) = change.content {
      (column, before, after) = (.text(Text(name)), old, new)
    } else if case .field(let field) = change.content {
      (column, before, after) = LogCode.values(field)
    } else if change.isDangling {
      before = LogCode.dangling
    }
    try connection.execute(
      Self.insertion,
      [
        .integer(step), .text(Text(change.table)), PackedKey.value(of: key), main.title,
        LogCode.code(change.kind), column, before, after,
        .integer(isDraft ? LogCode.draft(change.state) : LogCode.byMark), .integer(sessions.lastChange),
        .integer(Int64(change.depth)), .integer(Int64(run.changes.count)),
      ])
    let id = connection.lastInsertedRowID
    if let image = change.image { try images.append(run, image, file, of: id) }
    return id
  }

  /// Never reuses a number: a mark may already be past that of a removed change.
  private static let insertion = """
    INSERT INTO change (id, step, "table", key, title, kind, "column", before, after, state, depth, rows)
    VALUES (max(?10, coalesce((SELECT max(id) FROM change), 0)) + 1, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?11, ?12)
    """

  // MARK: Drafts

  /// Also makes the draft's reversal count as done.
  package func confirm(_ appended: Appended) throws(StoreError) {
    guard let range = appended.range else { return }
    try drafts.confirm(range, of: appended.step)
    keeper.noteWrite()
  }

  /// Returns whether the step was removed as well.
  package func remove(_ appended: Appended) throws(StoreError) -> Bool {
    guard let range = appended.range else { return false }
    defer { keeper.noteWrite() }
    return try drafts.remove(range, of: appended.step)
  }

  /// Confirms the drafts of dead sessions that the database has, and removes the others.
  package func settleDrafts(
    of sessions: [Int64], isMade: ([LogDrafts.Draft]) throws(StoreError) -> Bool
  ) throws(StoreError) {
    try drafts.settle(of: sessions, isMade: isMade)
    keeper.noteWrite()
  }

  // MARK: Undo and redo

  package func position() throws(StoreError) -> (depth: Int64, last: Int64) {
    let sql =
      "SELECT count(*) FILTER (WHERE undone = 0 AND cause <> 1), max(id) FILTER (WHERE cause = 0) FROM step"
    return try connection.row(sql, []) { ($0.integer(at: 0), $0.integer(at: 1)) } ?? (0, 0)
  }

  package struct Step {
    package let id: Int64
    package let changes: ClosedRange<Int64>
    package let count: Int
  }

  /// The step to undo or redo next; nil if there is none.
  ///
  /// The step belongs to this session or a dead one, and all its changes except discarded ones are in this session's records
  /// or in the database. An undone step can be redone until another change is made.
  package func step(for cause: ChangeEntry.Cause) throws(StoreError) -> Step? {
    var place = Int64.max
    let sql = """
      SELECT id, session FROM step
      WHERE id < ? AND undone = 0 AND cause \(cause == .undo ? "IN (0, 2)" : "= 1") ORDER BY id DESC LIMIT 1
      """
    while let (id, owner) = try connection.row(
      sql, [.integer(place)], { ($0.integer(at: 0), $0.integer(at: 1)) })
    {
      place = id
      if sessions.isOfOtherFile(owner) { continue }
      if owner != sessions.own {
        if try sessions.isAlive(owner) { continue }
        if try connection.exists("SELECT 1 WHERE \(LogCode.hasPending("?1"))", [.integer(id)]) { continue }
      }
      // A new change makes earlier undone steps impossible to redo.
      if cause == .redo, try isFollowed(id) { return nil }
      if let last = try endChange(of: id, "DESC"), let first = try endChange(of: id, "ASC") {
        let numbers = first...max(first, last)
        return Step(id: id, changes: numbers, count: try count(of: id, numbers))
      }
    }
    return nil
  }

  private func count(of step: Int64, _ numbers: ClosedRange<Int64>) throws(StoreError) -> Int {
    let sql = """
      SELECT sum(\(RowRun.rowCount)), count(*)
      FROM (SELECT rows FROM change WHERE step = ? ORDER BY id LIMIT 65536)
      """
    let (rows, entries) =
      try connection.row(sql, [.integer(step)]) { ($0.integer(at: 0), $0.integer(at: 1)) } ?? (0, 0)
    // A step that was written in pieces has numbers of other steps in between.
    if entries < 65_536 { return Int(rows) }
    return Int(max(rows, rows + numbers.upperBound - numbers.lowerBound + 1 - entries))
  }

  private func endChange(of step: Int64, _ order: String) throws(StoreError) -> Int64? {
    try connection.integer(
      "SELECT id FROM change WHERE step = ? AND state < \(LogCode.discarded) ORDER BY id \(order) LIMIT 1",
      [.integer(step)])
  }

  private func isFollowed(_ step: Int64) throws(StoreError) -> Bool {
    let sql = """
      SELECT DISTINCT session FROM step WHERE id > ? AND cause = 0 AND undone <> \(LogCode.undonePart)
        AND NOT EXISTS (SELECT 1 FROM draft WHERE draft.step = step.id)
      """
    for owner in try connection.rows(sql, [.integer(step)], { $0.integer(at: 0) })
    where !sessions.isOfOtherFile(owner) {
      if owner == sessions.own { return true }
      if try !sessions.isAlive(owner) { return true }
    }
    return false
  }

  package func beginPart(of step: Int64) throws(StoreError) -> Int64 {
    try transaction { () throws(StoreError) in try reversals.beginPart(of: step) }
  }

  package func passOver(_ step: Int64) throws(StoreError) {
    try transaction { () throws(StoreError) in
      try connection.execute(
        "UPDATE step SET undone = \(LogCode.passedOver) WHERE id = ? AND undone = 0", [.integer(step)])
    }
  }

  /// Splits a run that can be reversed only in part: its entry keeps the first rows, and a new entry gets the rest.
  ///
  /// - Parameter title: The title of the first row of the new entry for inserted rows, of the last row of the old one for
  ///   deleted rows.
  /// - Throws: `changedSince` if the run is damaged.
  package func split(_ change: Int64, keeping count: Int, title: Value) throws(StoreError) -> Int64 {
    let number = try transaction { () throws(StoreError) in
      let rows = try reader.run(change)
      guard count > 0, count < rows.count else { throw .changedSince }
      let (kept, rest) = (RowRun(changes: rows[..<count]), RowRun(changes: rows[count...]))
      let number = max(sessions.lastChange, try connection.integer("SELECT max(id) FROM change") ?? 0) + 1
      try connection.execute(
        Self.copy,
        [.integer(number), .integer(change), try rest.packedKey, .integer(Int64(rest.changes.count))])
      try connection.execute(
        "INSERT INTO image SELECT ?, layout, falling, ? FROM image WHERE change = ?",
        [.integer(number), .blob(rest.content), .integer(change)])
      try connection.execute(
        "UPDATE change SET key = ?, rows = ? WHERE id = ?",
        [try kept.packedKey, .integer(Int64(count)), .integer(change)])
      try connection.execute(
        "UPDATE image SET content = ? WHERE change = ?", [.blob(kept.content), .integer(change)])
      let named = rows[0].kind == .insertion ? number : change
      try connection.execute("UPDATE change SET title = ? WHERE id = ?", [title, .integer(named)])
      return number
    }
    sessions.raiseLastChange(to: number)
    return number
  }

  private static let copy = """
    INSERT INTO change (id, step, "table", key, title, kind, "column", before, after, state, depth, rows)
    SELECT ?1, step, "table", ?3, title, kind, "column", before, after, state, depth, ?4 FROM change WHERE id = ?2
    """

  /// The step to continue after an interrupted reversal; it becomes a step of this session.
  package func unfinishedReversal(of step: Int64, _ cause: ChangeEntry.Cause) throws(StoreError) -> Int64? {
    guard let (found, owner) = try reversals.unfinished(of: step, cause) else { return nil }
    if owner != sessions.own {
      if try sessions.isAlive(owner) { return nil }
      try recovery.takeOver([found], upTo: 0)
    }
    return found
  }

  /// Discards unwritten undos and redos, so that their steps can be undone or redone again; returns their changes.
  package func giveBackUnwritten(of sessions: [Int64]) throws(StoreError) -> [Int64] {
    try transaction { () throws(StoreError) in
      var numbers: [Int64] = []
      for session in sessions {
        while let reversal = try reversals.unwritten(of: session) {
          let found = try reversals.giveBack(reversal)
          if found.isEmpty { break }
          numbers += found
        }
      }
      return numbers
    }
  }

  package func end(_ step: Int64, takenInto part: Int64) throws(StoreError) {
    try transaction { () throws(StoreError) in
      try connection.execute("UPDATE change SET step = ? WHERE step = ?", [.integer(part), .integer(step)])
      try connection.execute("DELETE FROM step WHERE id = ?", [.integer(step)])
    }
  }

  package func hasDeleted(_ change: Change, in step: Int64) throws(StoreError) -> Bool {
    try connection.exists(
      """
      SELECT 1 FROM change WHERE step = ?1 AND kind = ?2 AND "table" = ?3
        AND (key = ?4 OR rows > 1 AND ?4 BETWEEN key AND key + rows - 1)
      """,
      [.integer(step), LogCode.code(.deletion), .text(Text(change.table)), PackedKey.value(of: change.key)])
  }

  // MARK: How much there is

  /// Whether the next opening will drop the oldest steps because of the log's size.
  package var isFull: Bool {
    get throws(StoreError) {
      guard try Pruning.byteCount(of: connection) > options.largestByteCount else { return false }
      return try connection.exists(Pruning.old, [.real(.infinity)])
    }
  }

  /// How many fields are unsaved according to the log; nil if counting takes too long.
  package var unsavedCount: Int? {
    let count = try? connection.withTimeLimit(.milliseconds(4)) { () throws(StoreError) in
      try connection.integer(Self.unsaved, [.integer(.max)])
    }
    return (count ?? nil).map { Int($0) }
  }

  private static let unsaved = """
    SELECT count(*) FROM (SELECT DISTINCT c."table", c.key, c."column"
      FROM session s CROSS JOIN change c CROSS JOIN step t ON t.id = c.step
      WHERE s.written < ? AND c.id > s.written AND t.session = s.id AND c.state = \(LogCode.byMark) AND c.kind = 0
      UNION SELECT "table", key, "column" FROM change WHERE state = \(LogCode.pending) AND kind = 0)
    """
}

extension RowRun {
  fileprivate var packedKey: Value {
    get throws(StoreError) {
      guard let key else { throw .changedSince }
      return PackedKey.value(of: key)
    }
  }
}

/// Where a store keeps its edit log, and for how long.
public struct EditLogOptions: Hashable, Sendable {
  /// The folder; created with mode 0700 when it is first needed.
  public var folder: String
  /// The seconds after which a change that needs no recovery may be dropped.
  public var longestAge: Double
  /// The size in bytes from which the oldest of those changes are dropped.
  public var largestByteCount: Int

  /// Creates options; by default 90 days and 256 MB.
  public init(folder: String, longestAge: Double = 90 * 86_400, largestByteCount: Int = 256_000_000) {
    self.folder = folder
    self.longestAge = longestAge
    self.largestByteCount = largestByteCount
  }
}
