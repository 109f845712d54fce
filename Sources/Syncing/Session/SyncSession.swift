import BookStore
import EditLog
import Platform
import Records
import SQLite

/// Brings a library to the tree that all machines agree on.
///
/// 1. The library's changes since the last sync become a commit of this machine.
/// 2. It is merged with the commits of other machines.
/// 3. The library follows the difference, in one step that can be undone.
/// 4. The merged commit is published as this machine's.
///
/// A machine that joins takes the tree first, and matches its library's rows with it.
package final class SyncSession {
  private let options: SyncOptions
  private let folder: SyncFolder
  private let history: any History
  private let shadow: Shadow
  private let names: MachineNames
  private var report = SyncReport()
  private var problems: Set<TreeProblem> = []
  private var isFilling = false
  /// The machines whose commits are new here, for the edit log.
  private var origin = ""

  /// The share of the progress for merging; updating the library takes the rest.
  private static let mergingShare = 0.35

  private static let attempts = 5
  /// How often to retry without the rows that the library refused.
  private static let refusals = 20

  private init(_ options: SyncOptions, _ folder: SyncFolder, _ history: any History) throws(SyncError) {
    (self.options, self.folder, self.history) = (options, folder, history)
    shadow = try Shadow(folder, isUnwanted: options.isUnwanted)
    names = MachineNames(shadow)
    shadow.isDry = options.isDry
  }

  // MARK: What others call

  /// Syncs a library; after an error, what was done stays, and the next sync continues.
  package static func run(
    _ options: SyncOptions, by history: (any History)? = nil
  ) throws(SyncError) -> SyncReport {
    try opened(options, history, makesLibrary: true) { session throws(SyncError) in try session.run() }
  }

  /// - Throws: `noPlace` if the library is not synced.
  package static func questions(
    _ options: SyncOptions, by history: (any History)? = nil
  ) throws(SyncError) -> [SyncQuestion] {
    try opened(options, history) { session throws(SyncError) in
      try session.catchUp()
      return try session.countQuestions()
    }
  }

  /// Settles a question, here at once and on other machines by the next sync.
  ///
  /// - Throws: `noQuestion` if the question is no longer open.
  package static func settle(
    _ question: SyncQuestion, by choice: SyncChoice, _ options: SyncOptions, by history: (any History)? = nil
  ) throws(SyncError) {
    try opened(options, history) { session throws(SyncError) in
      try session.catchUp()
      try session.settle(question, by: choice)
      _ = try session.countQuestions()
    }
  }

  /// The names of all known machines, this one first.
  package static func machines(_ options: SyncOptions) throws(SyncError) -> [String] {
    guard let own = try remembered("machine", options) else { throw .noPlace }
    let all = try remembered("machines", options)?.split(separator: "\n").map(String.init) ?? []
    return [own] + all.filter { $0 != own }
  }

  /// How many questions the last sync left open, without opening a database; 0 if the library is not synced.
  package static func unsettledCount(_ options: SyncOptions) -> Int {
    guard let folder = try? SyncFolder(of: options.library, in: options.stateFolder) else { return 0 }
    return folder.unsettledCount
  }

  package static func rememberedPlace(_ options: SyncOptions) throws(SyncError) -> String? {
    try remembered("place", options)
  }

  /// A value from the last sync, available even if the library is lost.
  private static func remembered(_ name: String, _ options: SyncOptions) throws(SyncError) -> String? {
    let folder = try SyncFolder(of: options.library, in: options.stateFolder)
    guard folder.isThere else { return nil }
    return try store { () throws(StoreError) in
      try Connection(path: folder.shadow, options: ConnectionOptions(isReadOnly: false).readOnly).row(
        "SELECT value FROM meta WHERE name = ?", [.text(Text(name))]
      ) { $0.string(at: 0) }
    }
  }

  static func history(_ options: SyncOptions, _ repository: String) throws(SyncError) -> any History {
    var place = options.place
    if place == nil { place = try rememberedPlace(options) }
    guard let place else { throw .noPlace }
    return try GitHistory(repository, at: place, isUnwanted: options.isUnwanted)
  }

  private static func opened<Result>(
    _ options: SyncOptions, _ history: (any History)?, makesLibrary: Bool = false,
    _ body: (SyncSession) throws(SyncError) -> Result
  ) throws(SyncError) -> Result {
    let folder = try SyncFolder(of: options.library, in: options.stateFolder)
    if !makesLibrary, !folder.isThere { throw .noPlace }
    try folder.make()
    let lock = try folder.lock()
    defer { close(lock) }
    let there = if let history { history } else { try Self.history(options, folder.repository) }
    let isMissing = access(folder.library, F_OK) != 0
    if isMissing {
      if options.isDry || !makesLibrary { throw .noLibrary }
      try LibraryCreation(folder, there).create(at: options.place)
    }
    let session = try SyncSession(options, folder, there)
    if isMissing { session.report.beginning = .created }
    return try body(session)
  }

  // MARK: A whole sync

  private func run() throws(SyncError) -> SyncReport {
    if options.isDry { shadow.beginDry() }
    defer { if options.isDry { shadow.endDry() } }
    try recover()
    try history.fetch()
    try shadow.transaction { () throws(SyncError) in
      try names.note(try history.heads().keys)
      try beName()
    }
    if report.beginning == .created { try fillLibrary() }
    for attempt in 1... {
      do throws(SyncError) {
        try send()
        try take()
        break
      } catch .libraryChanges where attempt < Self.attempts { continue }
    }
    report.sentCount = try waitingCount
    if !options.isDry { try publish() }
    try finish()
    return report
  }

  /// Finishes what was killed, and records what has changed here since.
  private func catchUp() throws(SyncError) {
    guard try shadow.head != nil else { throw .noPlace }
    try recover()
    try send()
    if let head = try shadow.head, try shadow.exists("SELECT 1 FROM touched") { try follow(to: head) }
  }

  private func publish() throws(SyncError) {
    guard let head = try shadow.head, let name = try names.own else { return }
    if try history.heads()[name] != head { try history.publish(head, as: name) }
    try shadow.set("waiting", nil)
  }

  /// How many rows were recorded since the last published commit.
  private var waitingCount: Int {
    get throws(SyncError) { try shadow.text("waiting").flatMap { Int($0) } ?? 0 }
  }

  // MARK: The name of this machine

  /// Names the machine: at first, on request, or if it is the copy of a machine that goes on under its name.
  private func beName() throws(SyncError) {
    let (own, heads) = (try names.own, try history.heads())
    if let place = options.place { try shadow.set("place", place) }
    defer { report.label = (try? names.own) ?? "" }
    if let own, let head = try shadow.head, let there = heads[own] {
      if try !TreeCommits(history: history, noteProblem: { _ in }).isAncestor(there, of: head) {
        report.beginning = .renamed
        return try names.take(MachineNames.free(own, try names.all))
      }
    }
    guard let wanted = options.label ?? (own == nil ? Identity.hostName : nil), wanted != own else { return }
    let free = MachineNames.free(wanted, Array(heads.keys))
    if free != wanted, options.label != nil { throw .nameTaken(wanted, free: free) }
    try names.take(free)
  }

  // MARK: The tree

  private var commits: TreeCommits {
    TreeCommits(history: history) { [unowned self] in problems.insert($0) }
  }

  /// Creates the view; the old one is invalid once tables or declarations have changed.
  private func view(_ lines: TreeLines) -> TreeView<TreeLines> {
    var local: [Text: [Text: LocalColumn]] = [:]
    for table in shadow.tables {
      for place in table.cellPlaces {
        local[table.treeName, default: [:]][table.births[place]] = table.local(at: place)
      }
    }
    return TreeView(lines, lines.declarations, local: local) { [shadow] place, column, write in
      guard let table = shadow.table(place.table), let number = table.place(ofBirth: column),
        let held = try? shadow.held(place.name, of: table)
      else { return false }
      return (try? lines.treeValue(of: held.values[number], at: number, in: table)) == write.value
    }
  }

  // MARK: What is sent

  private var log: LoggedRows? {
    get throws(SyncError) {
      let mark = try shadow.text("mark").flatMap { Int64($0) }
      return LoggedRows(folder.log, after: mark ?? .max)
    }
  }

  private func send() throws(SyncError) {
    let stamp = shadow.stamp
    try shadow.transaction { () throws(SyncError) in
      try shadow.readForms()
      let lines = try TreeLines(shadow)
      let isNew = try shadow.head == nil
      if isNew { try join(lines) }
      let form = try LibraryForm(shadow, lines, log)
      let library = try LibraryTables(shadow.connection)
      report.keyless = library.keyless
      if isNew, library.tables.isEmpty { throw .noTables }
      try form.update(library)
      let isSame = try shadow.text("stamp") == stamp && !options.comparesAlways
      let write = try names.write(options.random)
      try shadow.set("write", String(write))
      try record(lines, form, library, write, isNew: isNew, compares: !isSame)
      try shadow.note(stamp: stamp)
      try shadow.set("mark", String(LoggedRows(folder.log, after: 0)?.last ?? 0))
    }
    try commit()
  }

  private func record(
    _ lines: TreeLines, _ form: LibraryForm, _ library: LibraryTables, _ write: UInt64, isNew: Bool,
    compares: Bool
  ) throws(SyncError) {
    let declared = try form.declare(library, as: write)
    let changes = try OwnChanges(shadow, lines, view(lines), as: write, isFounding: isNew)
    for row in declared { try changes.send(row.name, of: row.table) }
    if isNew {
      let match = try LibraryMatch(shadow, lines, as: write)
      for table in shadow.tables { try match.match(table) }
      for place in match.changed { try changes.send(place.name, of: place.table) }
    }
    if compares, !isNew { try checkRestored(lines) }
    if compares || isNew { try changes.record(try log, allowsReplacing: options.sendsAnyway || isNew) }
  }

  private func checkRestored(_ lines: TreeLines) throws(SyncError) {
    if options.sendsAnyway { return }
    let check = RestoreCheck(shadow, lines)
    guard let (past, seconds) = try check.restored() else { return }
    guard options.isRestored else { throw .restored(seconds: seconds) }
    try check.takeBack(to: past)
  }

  /// Fills a library that was just created; if another program or a constraint interferes, the library joins instead.
  private func fillLibrary() throws(SyncError) {
    guard let head = try commits.merged(Set(try history.heads().values)) else {
      throw .nothingThere(place: options.place ?? "")
    }
    try shadow.transaction { () throws(SyncError) in
      let lines = try TreeLines(shadow)
      for row in try commits.rows(of: TreeFormat.declarations, in: head) {
        try lines.put(row, replacing: nil)
      }
      try lines.readDeclarations()
      try LibraryForm(shadow, lines, nil).update(try LibraryTables(shadow.connection))
    }
    isFilling = true
    defer { isFilling = false }
    do throws(SyncError) {
      try shadow.transaction { () throws(SyncError) in
        let lines = try TreeLines(shadow)
        try arrive(head, lines)
        _ = try updateLibrary(lines, head)
        try shadow.set("head", head.hex)
      }
    } catch .libraryChanges {
      report.arrivedCount = 0
    }
  }

  private func join(_ lines: TreeLines) throws(SyncError) {
    guard let head = try commits.merged(Set(try history.heads().values)) else {
      // Files that cannot be read yet may hold the library.
      if let unread = history.leftOut.first { throw unread.reason }
      return report.beginning = .founded
    }
    if report.beginning == .none { report.beginning = .joined }
    try arrive(head, lines)
    try shadow.set("head", head.hex)
  }

  /// Commits the recorded rows, after the transaction that read the library and kept others from writing to it.
  private func commit() throws(SyncError) {
    let count = try shadow.integer("SELECT count(*) FROM sent") ?? 0
    let head = try shadow.head
    if count == 0, head != nil { return }
    try shadow.transaction { () throws(SyncError) in
      if shadow.tables.isEmpty { try shadow.readForms() }
      let lines = try TreeLines(shadow)
      let author = CommitAuthor.machine(try names.own ?? "", seconds: options.now())
      let write = try shadow.text("write").flatMap { UInt64($0) } ?? 0
      let (commits, shadow) = (commits, shadow)
      let commit = try history.commit(on: head, parents: head.map { [$0] } ?? [], by: author) {
        put throws(SyncError) in
        try OwnFiles(shadow, lines, write, put).write(on: head.map(commits.reader))
      }
      try shadow.set("waiting", String(try waitingCount + shadow.sentCount()))
      try shadow.set("head", commit.hex)
      try shadow.run("DELETE FROM sent")
    }
  }

  // MARK: What is taken

  private func take() throws(SyncError) {
    guard let head = try shadow.head else { return }
    var heads: Set<CommitName> = [head]
    var arriving: [String] = []
    for (name, other) in try history.heads().sorted(by: { $0.key < $1.key }) where other != head {
      if try history.commonAncestors(head, other).isEmpty {
        report.foreign.append(name)
        continue
      }
      if try !commits.isAncestor(other, of: head) { arriving.append(name) }
      heads.insert(other)
    }
    let own = try names.own
    if heads.count == 1, !report.foreign.isEmpty, try history.heads()[own ?? ""] == nil {
      throw .otherLibrary(place: try shadow.text("place") ?? "")
    }
    origin = arriving.filter { $0 != own }.joined(separator: ", ")
    try follow(to: try commits.merged(heads) ?? head)
  }

  /// Takes the changes of a commit's tree into the shadow.
  private func arrive(_ head: CommitName, _ lines: TreeLines) throws(SyncError) {
    let arrival = try Arrival(shadow, lines, view(lines), isFilling: isFilling)
    try commits.forEachChange(from: try shadow.head, to: head) { old, new throws(SyncError) in
      try arrival.take(old, new)
    }
    try arrival.finish { view(lines) }
    report.arrivedCount += arrival.count
  }

  /// Updates the library to a commit's tree; the shadow is committed right after the library.
  private func follow(to head: CommitName) throws(SyncError) {
    // While a transaction reads the library, it cannot be written.
    if shadow.tables.isEmpty { try shadow.transaction { () throws(SyncError) in try update() } }
    try shadow.transaction { () throws(SyncError) in
      let lines = try TreeLines(shadow)
      if try shadow.head != head { try arrive(head, lines) }
      try shadow.run(
        "INSERT INTO touched (tbl, rid) SELECT tbl, rid FROM refused WHERE TRUE ON CONFLICT DO UPDATE SET done = 0"
      )
      try shadow.run("DELETE FROM refused")
      if try shadow.exists("SELECT 1 FROM touched") {
        let stamp = try updateLibrary(lines, head)
        try shadow.note(stamp: stamp)
      }
      try shadow.set("head", head.hex)
    }
    if !options.isDry { unlink(folder.intent) }
  }

  /// Reads the tables' stored forms unless they are known.
  private func update() throws(SyncError) {
    if !shadow.tables.isEmpty { return }
    try shadow.readForms()
    try LibraryForm(shadow, try TreeLines(shadow), nil).update(try LibraryTables(shadow.connection))
  }

  /// Returns the library's new stamp, or nil if it may differ from the shadow.
  private func updateLibrary(_ lines: TreeLines, _ head: CommitName) throws(SyncError) -> String? {
    var swaps: Set<RowPlace> = []
    for _ in 1...Self.refusals {
      try shadow.run("SAVEPOINT plan")
      let plan = LibraryPlan(shadow, lines, view(lines), history, head)
      try plan.work(dropsSamples: [.joined, .created].contains(report.beginning))
      let (stamp, refusals) = try write(head, swaps)
      if refusals.isEmpty {
        try plan.finish()
        try shadow.run("RELEASE plan")
        report.movedCount += plan.movedCount
        return stamp
      }
      try shadow.run("ROLLBACK TO plan")
      try shadow.run("RELEASE plan")
      // Rows that may swap unique values are retried together.
      let edited = Set(refusals.lazy.filter(\.isEdit).map(\.place)).subtracting(swaps)
      for row in refusals where !edited.contains(row.place) {
        try shadow.refuse(row.name, of: row.place.table, note: row.note)
      }
      swaps.formUnion(edited)
    }
    throw .store(.foreignKey)
  }

  private func write(
    _ head: CommitName, _ swaps: Set<RowPlace>
  ) throws(SyncError) -> (stamp: String?, refusals: [LibraryFollower.Refusal]) {
    if isFilling {
      if try !LibraryCreation(folder, history).fill(from: shadow) { throw .libraryChanges }
      return (nil, [])
    }
    let isNothing = try !shadow.exists("SELECT 1 FROM temp.changed")
    if options.isDry || isNothing { return (try shadow.text("stamp"), []) }
    let library = try store { () throws(StoreError) in
      let library = try BookStore(path: folder.library, options: options.store)
      if library.isReadOnly { throw .readOnly }
      return library
    }
    defer { library.close() }
    let follower = LibraryFollower(shadow, library, swapping: swaps)
    let progress = options.progress
    do throws(SyncError) {
      try follower.run(
        origin: origin, progress: { progress(Self.mergingShare + $0 * (1 - Self.mergingShare)) }
      ) { () throws(SyncError) in
        try Intent(head, shadow).write(to: folder.intent)
      }
    } catch {
      // Nothing was committed, unless the file was replaced: then nobody knows which file was written.
      if error != .store(.fileReplaced) { unlink(folder.intent) }
      throw error
    }
    return (follower.stamp, follower.refusals)
  }

  // MARK: After a crash

  private func recover() throws(SyncError) {
    if try shadow.exists("SELECT 1 FROM sent") { try commit() }
    guard let intent = Intent(folder.intent) else { return }
    try shadow.transaction { () throws(SyncError) in
      try shadow.readForms()
      guard try intent.isDone(in: shadow) else { return }
      try update()
      let lines = try TreeLines(shadow)
      if try shadow.head != intent.head { try arrive(intent.head, lines) }
      try shadow.run("DELETE FROM refused")
      try intent.noteRefused(in: shadow)
      let plan = LibraryPlan(shadow, lines, view(lines), history, intent.head)
      try plan.work(dropsSamples: false)
      try plan.finish()
      try shadow.set("head", intent.head.hex)
      try shadow.set("stamp", nil)
    }
    if !options.isDry { unlink(folder.intent) }
  }

  // MARK: Settling

  private func questions(_ lines: TreeLines, _ view: TreeView<TreeLines>) throws(SyncError) -> Questions {
    let head = try shadow.head ?? CommitName("")
    return Questions(shadow, lines, view, LibraryPlan(shadow, lines, view, history, head))
  }

  private func countQuestions() throws(SyncError) -> [SyncQuestion] {
    let lines = try TreeLines(shadow)
    let all = try questions(lines, view(lines)).all()
    if !options.isDry { folder.note(unsettledCount: all.count) }
    return all
  }

  private func settle(_ question: SyncQuestion, by choice: SyncChoice) throws(SyncError) {
    try shadow.transaction { () throws(SyncError) in
      try update()
      let lines = try TreeLines(shadow)
      let view = view(lines)
      let write = try names.write(options.random)
      let rows = try questions(lines, view).rows(settling: question, by: choice, as: write)
      try shadow.set("write", String(write))
      try OwnChanges(shadow, lines, view, as: write, isFounding: false).change(rows)
    }
    try commit()
    origin = ""
    if let head = try shadow.head { try follow(to: head) }
  }

  // MARK: The end

  private func finish() throws(SyncError) {
    if try shadow.head != nil {
      try shadow.transaction { () throws(SyncError) in
        try RestoreCheck(shadow, try TreeLines(shadow)).note(seconds: options.now())
      }
    }
    report.questionCount = try countQuestions().count
    report.leftOut = history.leftOut
    report.unreadable = problems.map { problem in
      problem.line.map { "\(problem.path):\($0)" } ?? problem.path
    }.sorted()
    for table in shadow.tables where !table.table.isKeyRowID {
      let count = try LibraryDiff(shadow, table).unnamedCount()
      if count > 0 { report.unnamed[table.name] = count }
    }
    for declaration in try TreeLines(shadow).declarations.values where !declaration.table.bytes.isEmpty {
      let table = shadow.table(declaration.table)
      let lacking = declaration.columns.filter { table?.place(ofBirth: $0.birth) == nil }.map(\.name.string)
      if table == nil || !lacking.isEmpty {
        report.lacking.append(.init(name: declaration.table.string, columns: table == nil ? [] : lacking))
      }
    }
    report.lacking.sort { $0.name < $1.name }
  }
}
