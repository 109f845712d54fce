import Platform
import Records
import SQLite

/// The edits of one database, kept in a file outside it until the database has them, and after that to undo them.
///
/// What was appended survives the end of the process at any instruction, since it is in the system's hands then, and the
/// loss of power after a second. Several programs may append to one log; each is a session.
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
  /// The new path of the obsolete log that was in its place; nil if there was none.
  package let setAside: String?
  /// The log's files as they were when it was opened.
  private let files: [FileIdentity?]

  /// Opens the log, or creates it; a log of an obsolete format is renamed first.
  ///
  /// - Parameter prunes: Whether old steps are dropped in the background, because the log is used from now on.
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

  /// Opens the log, or a new one after renaming a log of an obsolete format.
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
    // What could not be rolled back would keep the keeper out.
    connection.rollBack()
    if removedPart == file.path {
      // The files of that name beside the log belong to another log by now.
      connection.keepLog()
      keeper.run { $0.keepLog() }
    }
    keeper.close()
  }

  /// The path of the first of the log's files that was removed or replaced: nobody else would read what is appended.
  ///
  /// - Complexity: A call of the system for each of the three.
  var removedPart: String? {
    zip(file.parts, files).first { FileIdentity($0) != $1 }?.0
  }

  /// Leaves what was appended last in the write-ahead log when the connections are closed: nobody waits for the disk then,
  /// and the next program finds it there.
  package func leaveUnsynced() {
    connection.leaveLog()
    keeper.run { $0.leaveLog() }
  }

  /// Does something in one transaction, or not at all.
  package func transaction<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    let result = try connection.transaction(body)
    keeper.noteWrite()
    return result
  }

  // MARK: Appending

  /// What was appended in one transaction.
  package struct Appended {
    package fileprivate(set) var step: Int64 = 0
    /// The changes' numbers, one after the other; a run of rows has one.
    package fileprivate(set) var changes: Range<Int64> = 0..<0

    /// Adds the number of the next change; nobody else appends in the same transaction.
    fileprivate mutating func add(_ change: Int64) {
      changes = (changes.isEmpty ? change : changes.lowerBound)..<(change + 1)
    }

    fileprivate var range: ClosedRange<Int64>? {
      guard let first = changes.first, let last = changes.last else { return nil }
      return first...last
    }
  }

  /// Appends changes to a step, or as a new one.
  ///
  /// - Parameters:
  ///   - origin: The origin of a new step; nil if its changes say enough.
  ///   - reversing: The step, or what of it, that they undo or redo.
  ///   - isDraft: Whether they count only once they are confirmed, and the reversal with them.
  /// - Returns: The step, and the changes' numbers in it.
  @discardableResult
  package func append(
    _ changes: [LoggedChange], cause: ChangeEntry.Cause = .edit, to step: Int64? = nil,
    from origin: StepOrigin? = nil, reversing: Reversal? = nil, isDraft: Bool = false
  ) throws(StoreError) -> Appended {
    try sessions.begin()
    var appended = Appended()
    try transaction { () throws(StoreError) in
      appended.step = if let step { step } else { try appendStep(cause, of: reversing?.step, from: origin) }
      for run in RowRun.runs(of: changes) {
        appended.add(try append(run, to: appended.step, isDraft: isDraft))
      }
      if isDraft {
        try drafts.append(appended.changes, of: appended.step, reversing)
      } else if let reversing {
        try drafts.note(reversing)
      }
    }
    sessions.raiseLastChange(to: appended.changes.last ?? 0)
    return appended
  }

  /// Appends very many rows to a step, or as a new one, as a draft.
  ///
  /// - Parameters: As `append(_:cause:to:from:reversing:isDraft:)`.
  package func append(
    _ rows: PackedRows, cause: ChangeEntry.Cause = .edit, to step: Int64? = nil,
    from origin: StepOrigin? = nil, reversing: Reversal? = nil
  ) throws(StoreError) -> Appended {
    try sessions.begin()
    var appended = Appended()
    try transaction { () throws(StoreError) in
      appended.step = if let step { step } else { try appendStep(cause, of: reversing?.step, from: origin) }
      for run in rows.runs { appended.add(try append(run, of: rows, to: appended.step)) }
      try drafts.append(appended.changes, of: appended.step, reversing)
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

  /// - Parameter subject: The step that it takes back, whose origin it has.
  private func appendStep(
    _ cause: ChangeEntry.Cause, of subject: Int64? = nil, from origin: StepOrigin? = nil
  ) throws(StoreError) -> Int64 {
    try connection.execute(
      """
      INSERT INTO step (session, time, cause, undone, subject, origin)
      VALUES (?1, ?2, ?3, 0, ?4, coalesce(?5, (SELECT origin FROM step WHERE id = ?4)))
      """,
      [
        .integer(sessions.own ?? 0), .real(SystemClock.secondsSince1970), LogCode.code(cause),
        subject.map { .integer($0) } ?? .null, origin.map { .text(Text($0.text)) } ?? .null,
      ])
    return connection.lastInsertedRowID
  }

  private func append(_ run: RowRun, to step: Int64, isDraft: Bool) throws(StoreError) -> Int64 {
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
        .integer(isDraft ? change.fate.code : LogCode.byMark), .integer(sessions.lastChange),
        .integer(Int64(change.depth)), .integer(Int64(run.changes.count)),
      ])
    let id = connection.lastInsertedRowID
    try images.append(run, of: id)
    return id
  }

  /// A number is never given out twice, for a mark may have gone over that of a change which was taken out again.
  private static let insertion = """
    INSERT INTO change (id, step, "table", key, title, kind, "column", before, after, state, depth, rows)
    VALUES (max(?10, coalesce((SELECT max(id) FROM change), 0)) + 1, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?11, ?12)
    """

  // MARK: Drafts

  /// Notes that the database has what was appended as a draft, and what that takes back.
  package func confirm(_ appended: Appended) throws(StoreError) {
    guard let range = appended.range else { return }
    try drafts.confirm(range, of: appended.step)
    keeper.noteWrite()
  }

  /// Forgets a draft that the database did not take; true if its step is forgotten with it.
  package func remove(_ appended: Appended) throws(StoreError) -> Bool {
    guard let range = appended.range else { return false }
    defer { keeper.noteWrite() }
    return try drafts.remove(range, of: appended.step)
  }

  /// Settles the drafts of dead sessions, each once: those that the database has are confirmed, and the others forgotten.
  package func settleDrafts(
    of sessions: [Int64], isMade: ([LogDrafts.Draft]) throws(StoreError) -> Bool
  ) throws(StoreError) {
    try drafts.settle(of: sessions, isMade: isMade)
    keeper.noteWrite()
  }

  // MARK: Undo and redo

  /// How many steps can be undone, about, and the last one that is neither an undo nor a redo.
  ///
  /// - Complexity: O(*n*) in the steps.
  package func position() throws(StoreError) -> (depth: Int64, last: Int64) {
    let sql =
      "SELECT count(*) FILTER (WHERE undone = 0 AND cause <> 1), max(id) FILTER (WHERE cause = 0) FROM step"
    return try connection.row(sql, []) { ($0.integer(at: 0), $0.integer(at: 1)) } ?? (0, 0)
  }

  /// A step, with the numbers of its first and its last change.
  package struct Step {
    package let id: Int64
    package let changes: ClosedRange<Int64>
    /// How many fields and rows are changed, about: more where other programs made changes at the same time.
    package let count: Int
  }

  /// The step that is to be undone or redone next; nil if there is none.
  ///
  /// It is one of this session or of a dead one, and all of it that was not given up has reached this session's records or
  /// the database. What was undone can be redone until something else is done.
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
      // Doing something else gives up what was undone before it.
      if cause == .redo, try isFollowed(id) { return nil }
      if let last = try endChange(of: id, "DESC"), let first = try endChange(of: id, "ASC") {
        let numbers = first...max(first, last)
        return Step(id: id, changes: numbers, count: try count(of: id, numbers))
      }
    }
    return nil
  }

  /// How many rows and fields a step changes; the entries after the first ones are taken for one each.
  private func count(of step: Int64, _ numbers: ClosedRange<Int64>) throws(StoreError) -> Int {
    let sql = """
      SELECT sum(\(RowRun.rowCount)), count(*)
      FROM (SELECT rows FROM change WHERE step = ? ORDER BY id LIMIT 65536)
      """
    let (rows, entries) =
      try connection.row(sql, [.integer(step)]) { ($0.integer(at: 0), $0.integer(at: 1)) } ?? (0, 0)
    // What was written apart has later numbers than other steps between.
    if entries < 65_536 { return Int(rows) }
    return Int(max(rows, rows + numbers.upperBound - numbers.lowerBound + 1 - entries))
  }

  /// The number of the first or the last change of a step that was not given up.
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

  /// Makes a step for what is taken back of another one that is not taken back in one go.
  package func beginPart(of step: Int64) throws(StoreError) -> Int64 {
    try transaction { () throws(StoreError) in try reversals.beginPart(of: step) }
  }

  /// Has undo, or redo, go on with the step before one from now on.
  package func passOver(_ step: Int64) throws(StoreError) {
    try transaction { () throws(StoreError) in
      try connection.execute(
        "UPDATE step SET undone = \(LogCode.passedOver) WHERE id = ? AND undone = 0", [.integer(step)])
    }
  }

  /// Divides a run of rows, not all of which can be taken back: its entry keeps the first ones, and the others get an entry
  /// with a number of their own.
  ///
  /// - Parameters:
  ///   - count: How many rows stay, of those in the order in which they were changed.
  ///   - title: The title of the row that one of the two is named after: of a run that came the first row of the second
  ///     entry, of one that went the last row of the first.
  /// - Returns: The number of the second entry.
  /// - Throws: `changedSince` if the run makes no sense.
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

  /// The step of the log that a reversal can go on with, which becomes this session's own.
  package func unfinishedReversal(of step: Int64, _ cause: ChangeEntry.Cause) throws(StoreError) -> Int64? {
    guard let (found, owner) = try reversals.unfinished(of: step, cause) else { return nil }
    if owner != sessions.own {
      if try sessions.isAlive(owner) { return nil }
      try recovery.takeOver([found], upTo: 0)
    }
    return found
  }

  /// Gives up what sessions have undone or redone without writing it, so that it can be undone or redone again.
  ///
  /// - Returns: The numbers of the changes that are given up.
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

  /// Ends a step all of which was taken back in parts.
  package func end(_ step: Int64, takenInto part: Int64) throws(StoreError) {
    try transaction { () throws(StoreError) in
      try connection.execute("UPDATE change SET step = ? WHERE step = ?", [.integer(part), .integer(step)])
      try connection.execute("DELETE FROM step WHERE id = ?", [.integer(step)])
    }
  }

  /// Whether a step has deleted a row.
  ///
  /// - Complexity: O(*n*) in the changes of the step.
  package func hasDeleted(_ change: LoggedChange, in step: Int64) throws(StoreError) -> Bool {
    try connection.exists(
      """
      SELECT 1 FROM change WHERE step = ?1 AND kind = ?2 AND "table" = ?3
        AND (key = ?4 OR rows > 1 AND ?4 BETWEEN key AND key + rows - 1)
      """,
      [.integer(step), LogCode.code(.deletion), .text(Text(change.table)), PackedKey.value(of: change.key)])
  }

  // MARK: How much there is

  /// Whether the log holds so much that its oldest steps go when it is opened the next time.
  package var isFull: Bool {
    get throws(StoreError) {
      guard try Pruning.byteCount(of: connection) > options.largestByteCount else { return false }
      return try connection.exists(Pruning.old, [.real(.infinity)])
    }
  }

  /// How many fields are not saved, as far as the log knows; nil if it takes time to find out.
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

extension LoggedChange.Fate {
  /// The state of a change in a draft.
  fileprivate var code: Int64 {
    switch self {
    case .made: LogCode.draft
    case .givenUp: LogCode.discarded
    case .waiting: LogCode.waitingDraft
    }
  }
}

extension RowRun {
  fileprivate var packedKey: Value {
    get throws(StoreError) {
      guard let key else { throw .changedSince }
      return PackedKey.value(of: key)
    }
  }
}
