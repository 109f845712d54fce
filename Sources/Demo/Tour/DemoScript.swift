import BookStore
import Browser
import Platform

/// Performs and measures each step of the demonstration without a terminal, only in the scratch folder.
package final class DemoScript {
  static let rowCount = 10_000
  static let pageSize = 256
  /// The budget of a step, in bytes: always less than the changed rows need, so that records are evicted.
  static func budget(forRows count: Int) -> Int { min(1 << 20, max(1, count) * 128) }

  /// The budget of the tour through a library of `books` books.
  package static func budget(ofTourWith books: Int) -> Int { budget(forRows: Tour.soughtCount(books)) }

  let folder: ScratchFolder
  let library: ScratchLibrary
  let meter = StatementMeter()
  private let victim: Victim?
  private(set) var report: DemoReport
  /// According to the session's account and to the trace.
  private var opened = (account: 0, trace: 0)
  private var warned = (account: 0, trace: 0)

  /// Creates a script for a library in a scratch folder; without a victim, the step that kills it is left out.
  package init(_ library: ScratchLibrary, in folder: ScratchFolder, victim: Victim? = nil) {
    (self.folder, self.library, self.victim) = (folder, library, victim)
    report = DemoReport(books: library.count)
  }

  /// Performs every step and reports every claim, even a failed one; throws `interrupted` if a signal has arrived.
  package func run() throws(StoreError) -> DemoReport {
    let file = try FileFacts(path: folder.library)
    let store = try list()
    let baseline = Figures(store)
    let record = try lookAndEdit(store)
    try setMany(store)
    try warn(store, baseline)
    checkAccount()
    checkIdentity(record, try store.record(record.id))
    try setUnderBudget(store, keeping: record.id)
    try checkPanes()
    try checkQuietWriteBack(store)
    try checkRowThatIsGone(store)
    try checkConflict(store)
    if let victim { try killAndRecover(victim) }
    try checkFile(file)
    return report
  }

  @discardableResult
  func measure(
    _ step: DemoStep, _ store: BookStore?, _ body: (inout StepReport) throws(StoreError) -> BookStore
  ) throws(StoreError) -> (report: StepReport, store: BookStore) {
    if Interruption.isAsked { throw .interrupted }
    let (before, tally) = (Figures(store), meter.tally)
    var report = StepReport(
      name: step.rawValue, title: step.title, before: before, after: before, ran: Tally())
    let store = try body(&report)
    report.ran = meter.tally - tally
    report.after = Figures(store)
    self.report.steps.append(report)
    return (report, store)
  }

  func open() throws(StoreError) -> BookStore {
    let options = StoreOptions(editLog: folder.editLog, trace: { [meter] in meter.count($0) })
    return try BookStore(path: folder.library, options: options)
  }

  /// Another store on the same file, like another program's.
  private func openAgain(isReadOnly: Bool = true) throws(StoreError) -> BookStore {
    try BookStore(path: folder.library, options: StoreOptions(isReadOnly: isReadOnly))
  }

  private var rowIDs: [RecordID] { (1...Int64(max(1, min(Self.rowCount, library.count)))).map { .rowid($0) } }

  enum Book {
    static let title = 0
    static let copyright = 1
    static let author = 2
  }

  // MARK: - One book

  func list() throws(StoreError) -> BookStore {
    let (step, store) = try measure(.list, nil) { _ throws(StoreError) in
      let store = try open()
      _ = try store.lists.rows(in: 0..<24)
      return store
    }
    opened = (store.account.statementCount, meter.statementCount)
    report.equal(2, "Opening and one screenful cost one query of the list", 1, step.ran.listQueries)
    report.equal(2, "The list hydrates no record", 0, step.after.hydrated)
    return store
  }

  private func lookAndEdit(_ store: BookStore) throws(StoreError) -> Record {
    let id = RecordID.rowid(1)
    let look = try measure(.look, store) { _ throws(StoreError) in
      _ = try store.shelf.snapshot(of: id)
      return store
    }.report
    report.equal(2, "A first look costs one statement", 1, look.statements)
    report.equal(2, "A look makes no record dirty", 0, look.after.dirty)
    let again = try measure(.again, store) { _ throws(StoreError) in
      _ = try store.shelf.snapshot(of: id)
      return store
    }.report
    report.equal(2, "A second look costs no statement", 0, again.statements)
    try edit(id, store)
    return try store.record(id)
  }

  private func edit(_ id: RecordID, _ store: BookStore) throws(StoreError) {
    let held = try author(of: id, in: openAgain())
    let step = try measure(.edit, store) { _ throws(StoreError) in
      try store.set("Somebody Else", at: Book.author, of: id)
      return store
    }.report
    report.equal(3, "An edit makes one record dirty", 1, step.after.dirty)
    report.equal(3, "An edit runs no statement", 0, step.statements)
    let stored = try author(of: id, in: openAgain())
    report.equal(3, "Before a warning the database has the old value", held, stored)
  }

  private func author(of id: RecordID, in store: BookStore) throws(StoreError) -> String {
    store.schema.fields[Book.author].text(of: try store.shelf.snapshot(of: id).values[Book.author])
  }

  // MARK: - Many books and little memory

  private static let slice = 64

  private func setMany(_ store: BookStore) throws(StoreError) {
    let ids = rowIDs
    let step = try measure(.set, store) { _ throws(StoreError) in
      try set("Various Authors", of: ids, store) {}
      return store
    }.report
    report.equal(3, "Each record in which a field was set is dirty", ids.count, step.after.dirty)
    report.equal(3, "Until then nothing is written", 0, step.ran.updates)
  }

  func warn(_ store: BookStore, _ baseline: Figures) throws(StoreError) {
    let dirty = store.counts.dirty
    let step = try measure(.warning, store) { step throws(StoreError) in
      step.height = step.before
      let dehydration = store.dehydrateAll()
      step.written = dehydration.writeBack.writtenCount
      step.freedBytes = dehydration.freedByteCount
      return store
    }.report
    warned = (store.account.statementCount, meter.statementCount)
    report.account = store.account
    // The script knows how many rows it has made, and does not count them.
    report.account?.rowCount = .exactly(library.count)
    report.equal(3, "A warning is one transaction", 1, step.ran.transactions)
    report.equal(3, "It updates only the dirty records", dirty, step.ran.updates)
    report.equal(3, "It writes only the changed columns", dirty, step.ran.columns)
    report.equal(3, "No record is hydrated after it", 0, step.after.hydrated)
    report.equal(3, "All bytes that records held are free", step.before.heldBytes, step.freedBytes ?? 0)
    // Freed memory is anonymous; the amount is measured by the whole process, which has little of its own at first.
    let (before, tenth) = (baseline.anonymousBytes, baseline.residentBytes / 10)
    report.within(
      3,
      "Anonymous memory is what it was before anything was hydrated, give or take a tenth of the resident memory",
      max(0, before - tenth)...before + tenth, step.after.anonymousBytes)
    try checkRows(author: "Various Authors")
    // The records read for the check must not count in the next step.
    store.dehydrateAll()
  }

  /// Follows the rules of docs/hydration.md.
  private func checkAccount() {
    guard let account = report.account, let warning = account.warning else { return }
    let held = rowIDs.count
    report.equal(
      2, "From opening to the warning the account counts the statements of SQLite's trace",
      warned.trace - opened.trace, warned.account - opened.account)
    report.equal(
      2, "The 2008 sample would have run a statement for all keys, each title, each record and each write",
      1 + library.count + held + held, account.sampleStatementCount)
    report.equal(
      2, "The titles of one page, the records and the written rows that the account counts",
      [min(Self.pageSize, library.count), held, held],
      [account.titleCount, account.lookCount, account.writtenCount])
    report.equal(3, "It would have written every record that it held", held, warning.heldCount)
    report.equal(3, "Of these had changed, and were written here", held, warning.changedCount)
  }

  private func setUnderBudget(_ store: BookStore, keeping shown: RecordID) throws(StoreError) {
    let ids = rowIDs
    let budget = Self.budget(forRows: ids.count)
    var most = Figures()
    let step = try measure(.budget, store) { step throws(StoreError) in
      try set("Sundry Hands", of: ids, store) { () throws(StoreError) in
        if let error = store.writer.keepWithin(bytes: budget, keeping: [shown]) { throw error }
        let figures = Figures(store)
        if figures.heldBytes >= most.heldBytes { most = figures }
      }
      step.height = most
      return store
    }.report
    report.within(9, "Records hold no more than the budget", 0...budget, most.heldBytes)
    report.equal(
      9, "Evicted records were written first: each record is written or still dirty", ids.count,
      step.ran.updates + step.after.dirty)
    report.within(
      9, "An eviction frees a tenth of the budget at once, so there are few transactions",
      0...transactionLimit(step, most, budget), step.ran.transactions)
    report.equal(1, "A record that is shown stays", true, store.shelf.state(of: shown) != .known)
    store.dehydrateAll()
    try checkRows(author: "Sundry Hands")
  }

  /// The most transactions to write the records if each eviction frees a tenth of the budget.
  private func transactionLimit(_ step: StepReport, _ most: Figures, _ budget: Int) -> Int {
    let size = most.heldBytes / max(1, most.hydrated)
    return step.ran.updates * size * 10 / budget + 1
  }

  private func set(
    _ author: Value, of ids: [RecordID], _ store: BookStore, _ keepUp: () throws(StoreError) -> Void
  ) throws(StoreError) {
    for start in stride(from: 0, to: ids.count, by: Self.slice) {
      if Interruption.isAsked { throw .interrupted }
      let slice = ids[start..<min(start + Self.slice, ids.count)]
      try store.set(author, at: Book.author, ofEach: Array(slice))
      try keepUp()
    }
  }

  // MARK: - A program that is killed

  private func killAndRecover(_ victim: Victim) throws(StoreError) {
    let held = try authors()
    var (signal, found): (Int32, Int) = (0, 0)
    let (step, store) = try measure(.recovery, nil) { _ throws(StoreError) in
      signal = try victim.kill(in: folder)
      report.equal(6, "After a kill the database has the old values", held, try authors())
      let store = try open()
      found = try store.recovery.findAbandoned()?.count ?? 0
      _ = try store.recovery.restore()
      return store
    }
    report.equal(6, "The other program was killed by signal 9", 9, signal)
    report.equal(6, "The edit log has each of its edits", Victim.ids.count, found)
    report.equal(6, "They are dirty again", Victim.ids.count, step.after.dirty)
    report.equal(6, "They can be written", Victim.ids.count, store.dehydrateAll().writeBack.writtenCount)
    let author = store.schema.fields[Book.author].text(of: Victim.author)
    report.equal(6, "Nothing is lost by the kill", Victim.ids.map { _ in author }, try authors())
  }

  private func checkConflict(_ store: BookStore) throws(StoreError) {
    let id = Victim.ids[0]
    try store.set("Mine", at: Book.author, of: id)
    let other = try openAgain(isReadOnly: false)
    try other.set("Theirs", at: Book.author, of: id)
    other.writeBack()
    store.dehydrateAll()
    report.equal(5, "A value that another program has changed is not overwritten", "Theirs", try authors()[0])
    report.equal(5, "It is a conflict for the person", 1, store.conflicts.all.count)
    store.conflicts.resolve(id, Book.author, .mine)
    store.dehydrateAll()
    report.equal(5, "The person's choice is written", "Mine", try authors()[0])
  }

  private func authors() throws(StoreError) -> [String] {
    let other = try openAgain()
    var authors: [String] = []
    for id in Victim.ids { authors.append(try author(of: id, in: other)) }
    return authors
  }

  // MARK: - What is promised and shows in no step of its own

  private func checkPanes() throws(StoreError) {
    var panes = try PaneClaims(library, in: folder)
    try panes.check()
    for claim in panes.claims { report.add(claim) }
  }

  private func checkIdentity(_ before: Record, _ after: Record) {
    report.equal(1, "A row has one object, before a warning and after it", true, before === after)
  }

  /// As another program, checks that the rows have the new author and are otherwise unchanged.
  private func checkRows(author: Value) throws(StoreError) {
    let other = try openAgain()
    let ids = rowIDs
    var (written, asBefore) = (0, 0)
    for id in ids {
      let values = try other.record(id).values ?? []
      let made = library.values(ofBook: Int(id.rowid ?? 0))
      if values[Book.author] == author { written += 1 }
      if values[Book.title] == made[Book.title], values[Book.copyright] == made[Book.copyright] {
        asBefore += 1
      }
    }
    report.equal(3, "The database has every edit", ids.count, written)
    report.equal(8, "Values that nobody changed are the same as before", ids.count, asBefore)
  }

  private func checkQuietWriteBack(_ store: BookStore) throws(StoreError) {
    let id = RecordID.rowid(1)
    try store.set("Somebody Quiet", at: Book.author, of: id)
    store.writer.startWritingBack(olderThan: 0)
    store.writeBack()
    let written = store.writer.takeWriteBack()?.dehydration.writeBack.writtenCount ?? 0
    report.equal(9, "An edit that has been dirty for long is written quietly", 1, written)
    report.equal(9, "Its record stays hydrated", RecordState.hydrated, store.shelf.state(of: id))
  }

  private func checkRowThatIsGone(_ store: BookStore) throws(StoreError) {
    let id = RecordID.rowid(Int64(library.count))
    try store.set("Somebody Lost", at: Book.author, of: id)
    try openAgain(isReadOnly: false).delete(id)
    let result = store.dehydrateAll().writeBack
    let reason = result.failures.first.map { StoreWording.sentence($0.error) } ?? ""
    report.equal(
      4, "A deleted row cannot be written, and the message says so", StoreWording.sentence(.rowGone), reason)
    report.equal(4, "Its record stays dirty", RecordState.dirty, store.shelf.state(of: id))
    store.editor.revert(id)
  }

  private func checkFile(_ before: FileFacts) throws(StoreError) {
    let after = try FileFacts(path: folder.library)
    report.equal(7, "The schema's number is unchanged", before.schemaNumber, after.schemaNumber)
    report.equal(7, "The journal mode is unchanged", before.journalModes, after.journalModes)
    report.equal(7, "No file is beside the database", [], after.filesBeside)
  }
}

extension StepReport {
  var statements: Int { after.statements - before.statements }
}

/// The header of a database, read without SQLite, and the files next to it.
struct FileFacts {
  /// A number that changes with every change of a table, index, view or trigger.
  let schemaNumber: [UInt8]
  /// The format versions for writing and reading: 1 with a rollback journal, 2 with a write-ahead log.
  let journalModes: [UInt8]
  let filesBeside: [String]

  /// The offsets are from *The SQLite Database File Format*, section 1.3.
  init(path: String) throws(StoreError) {
    let header: [UInt8]
    do throws(SystemError) {
      header = try DescriptorBytes.readAll(path, upTo: 100)
      let name = path.split(separator: "/").last ?? ""
      filesBeside = try Folder.names(in: Folder.containing(path)).filter { $0.hasPrefix(name) && $0 != name }
    } catch { throw .cannotOpen(path: path, reason: .system(errno: error.number)) }
    guard header.count == 100 else { throw .notADatabase }
    journalModes = Array(header[18..<20])
    schemaNumber = Array(header[40..<44])
  }
}
