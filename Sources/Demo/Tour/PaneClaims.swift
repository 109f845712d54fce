import BookStore
import Platform
import Screens

/// Checks what the inspector and the comparison pane show, with its own store whose statements another meter counts.
struct PaneClaims: Claims {
  private(set) var claims: [Claim] = []
  private let library: ScratchLibrary
  private let store: BookStore
  private let meter = StatementMeter()
  private var observation: Observation { store.observation }

  /// Enough accesses, one by one, to be called N+1.
  private static let lookCount = 64
  private static let batchCount = 20

  init(_ library: ScratchLibrary, in folder: ScratchFolder) throws(StoreError) {
    self.library = library
    let options = StoreOptions(trace: { [meter] in meter.count($0) })
    store = try BookStore(path: folder.library, options: options)
    observation.isObserved = true
  }

  mutating func check() throws(StoreError) {
    try checkStatements()
    try checkUnseen()
    try checkComparison()
    try checkMap()
  }

  // MARK: - The statements

  private mutating func checkStatements() throws(StoreError) {
    let ids = ids(1...Self.lookCount)
    try look(ids)
    add(2, "Looks at one book after the other are similar statements", ids.count, similar?.count)
    add(2, "They are N+1: by ranges one statement would have read the same books", 1, similar?.rangeCount)
    add(2, "None of them is identical to another one", 0, similar?.identicalCount)
    store.dehydrateAll()
    try look(ids)
    add(
      2, "Looks at the same books after a warning are identical to them", ids.count, similar?.identicalCount)
    let work = similar?.latest.work
    add(
      2, "The plan of a look is one step, without a scan and without a sort", [1, 0, 0],
      [similar.map { observation.plan(of: $0.latest.sql).count }, work?.scanSteps, work?.sorts])
    add(
      2, "The inspector has a line for each statement that SQLite's trace has", meter.tally.hydrations,
      observation.recentStatements(for: .hydrate, count: 0).total)
  }

  private var similar: StatementGroup? {
    observation.groups(of: observation.statements()).first { $0.latest.purpose == .hydrate }
  }

  private mutating func checkUnseen() throws(StoreError) {
    store.dehydrateAll()
    let ids = ids(1...Self.batchCount)
    try store.shelf.hydrate(ids)
    add(
      2, "Books that were read together are hydrated and were never looked at", ids.count,
      observation.unseenCount)
    try look(Array(ids.prefix(ids.count / 2)))
    add(2, "Each look leaves one fewer of them", ids.count / 2, observation.unseenCount)
    let held = ids.reduce(0) { $0 + store.recordWatch.byteCount(of: $1) }
    add(2, "The bytes that are held are those of these records", held, observation.memory.records)
  }

  // MARK: - In memory, in the database

  private mutating func checkComparison() throws(StoreError) {
    let id = RecordID.rowid(1)
    var differing = [try differences(of: id)]
    try store.set("Somebody Watched", at: DemoScript.Book.author, of: id)
    differing.append(try differences(of: id))
    let pending = store.recordWatch.pendingUpdate(of: id)
    store.writeBack()
    differing.append(try differences(of: id))
    add(
      3,
      "Fields that differ between memory and database: before an edit, while it is dirty, once it is written",
      [0, 1, 0], differing)
    equal(
      3, "The statement that would be written is the one that is", pending?.sql ?? "",
      meter.last.update ?? "")
  }

  private func differences(of id: RecordID) throws(StoreError) -> Int? {
    store.recordWatch.read(id)
    var reading: RecordWatch.Reading?
    try wait {
      reading = store.recordWatch.takeReading()
      return reading != nil
    }
    guard let row = try reading?.row.get(), let held = store.recordWatch.held(id) else { return nil }
    return zip(row.values, held.values).count { $0 != $1 }
  }

  // MARK: - The map

  private mutating func checkMap() throws(StoreError) {
    store.dehydrateAll()
    // The map needs a list whose rows have been counted.
    store.listing.scoutAhead()
    try wait { () throws(StoreError) in
      try store.lists.takeNews()
      return store.listing.total.isExact
    }
    // A power of two, like the store's counters.
    var count = 8
    while count < 4_096, count * 24 <= library.count { count *= 2 }
    let half = library.count / count / 2
    // The map is maintained only after its first use.
    _ = observation.map(of: store.listing, cells: count, shown: [])
    try store.shelf.hydrate(ids(rows(ofCell: 0, of: count)))
    try store.shelf.hydrate(Array(ids(rows(ofCell: 1, of: count)).prefix(half - 1)))
    try set(Array(ids(rows(ofCell: 2, of: count)).prefix(1)))
    try set(ids(rows(ofCell: 3, of: count)))
    let cells = observation.map(of: store.listing, cells: count, shown: []).cells.map(\.filling)
    equal(
      2, "A cell of the map says how many of its rows are held and dirty",
      ["●", "○", "◇", "◆", "·"], cells.prefix(5).map(\.sign))
    add(2, "All other cells are empty", count - 4, cells.count { $0 == .known })
    for id in ids(rows(ofCell: 2, of: count)) + ids(rows(ofCell: 3, of: count)) { store.editor.revert(id) }
  }

  private func set(_ ids: [RecordID]) throws(StoreError) {
    try store.set("Somebody Mapped", at: DemoScript.Book.author, ofEach: ids)
  }

  private func rows(ofCell cell: Int, of count: Int) -> ClosedRange<Int> {
    func first(_ cell: Int) -> Int { (cell * library.count + count - 1) / count + 1 }
    return first(cell)...first(cell + 1) - 1
  }

  mutating func add(_ claim: Claim) { claims.append(claim) }

  private func ids(_ books: ClosedRange<Int>) -> [RecordID] { books.map { .rowid(Int64($0)) } }

  private func look(_ ids: [RecordID]) throws(StoreError) {
    for id in ids { _ = try store.shelf.snapshot(of: id) }
  }

  /// Waits for another thread, at most ten seconds.
  private func wait(_ isDone: () throws(StoreError) -> Bool) throws(StoreError) {
    let end = ContinuousClock.now + .seconds(10)
    while try !isDone(), ContinuousClock.now < end {
      if Interruption.isAsked { throw .interrupted }
      usleep(1_000)
    }
  }

  private mutating func add(_ promise: Int, _ claim: String, _ expected: Int, _ measured: Int?) {
    equal(promise, claim, expected, measured ?? -1)
  }

  private mutating func add(_ promise: Int, _ claim: String, _ expected: [Int], _ measured: [Int?]) {
    equal(promise, claim, expected, measured.map { $0 ?? -1 })
  }
}
