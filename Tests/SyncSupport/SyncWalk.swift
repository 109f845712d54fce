import Foundation
import Records
import SeededRandom
import Synchronization
import Syncing
import TestSupport

/// Machines that edit copies of one library at random and sync it, from the beginning to where all of them must be alike.
package final class SyncWalk {
  /// What one machine does; what the numbers in it choose hangs on what is there then, so that a walk without some steps makes sense.
  package struct Step: Sendable {
    let number: Int
    let machine: Int
    let kind: Kind
    let choice: UInt64
  }

  enum Kind: String, CaseIterable {
    case addBook, addTwin, addAuthor, addReading, addShelf, shelve, addTag
    case title, note, words, author, series, place, nameShelf, swapShelves, swapAuthors, noteRow
    case deleteBook, reuseKey, deleteAuthor, deleteShelf, unshelve, deleteReading, deleteTag, moveKey
    case setByStore, reuseByStore, merge, undo, renameField, removeField
    case sync, syncLate, settle
    case fail, restore, clone, disturb, together

    /// How often a walk does it.
    ///
    /// - Parameter isCarried: Whether git carries the commits.
    func weight(isCarried: Bool) -> Int {
      switch self {
      case .fail, .restore, .disturb, .together: isCarried ? 6 : 0
      case .clone: isCarried ? 2 : 0
      case .sync: 24
      case .syncLate: 10
      case .settle, .addBook, .note, .addReading, .shelve: 5
      case .title, .undo, .author, .addShelf, .reuseKey, .noteRow: 4
      case .deleteBook, .merge, .setByStore, .nameShelf: 3
      case .removeField, .moveKey, .addTwin: 1
      default: 2
      }
    }
  }

  /// How a machine's library begins: as a copy of the first one's, with books of its own, or by its first sync.
  private enum Beginning { case copied, own, none }

  /// The copy of a machine until its first sync.
  private var freshCopy: String?
  private var machines: [SyncMachine]
  private let beginnings: [Beginning]
  private let folder: String
  private let place: any WalkPlace
  /// What the machines are called at the place.
  private var labels: [String: String] = [:]
  /// Copies of libraries after earlier syncs, by machine, the last one at the end.
  private var backups: [String: [String]] = [:]
  private var oracle = SyncOracle()
  private var birthNames: [String: String] = [:]
  private var random: SeededGenerator
  /// What was done, for people.
  private(set) var notes: [String] = []

  // MARK: Making walks

  /// Steps at random, the same for each seed.
  private static func steps(seed: UInt64, isCarried: Bool, count: Int = 40) -> [Step] {
    var random = SeededGenerator(seed: seed)
    let kinds = Kind.allCases.flatMap { Array(repeating: $0, count: $0.weight(isCarried: isCarried)) }
    return (0..<count).map { number in
      Step(
        number: number, machine: .random(in: 0..<3, using: &random),
        kind: kinds[.random(in: kinds.indices, using: &random)], choice: random.next())
    }
  }

  /// Walks; returns what was wrong, with the seed and the fewest steps that still show it, or nil.
  ///
  /// - Parameter isCarried: Whether git carries the commits, by a bare repository or by a folder.
  package static func finding(
    seed: UInt64, in folder: String, isCarried: Bool = false, shrinks: Bool = true
  ) -> String? {
    func walk(_ steps: [Step]) -> (finding: SyncFinding, notes: [String])? {
      Self.walk(steps, seed: seed, folder, isCarried)
    }
    let steps = steps(seed: seed, isCarried: isCarried)
    guard let first = walk(steps) else { return nil }
    var (fewest, last) = (steps, first)
    var size = shrinks ? steps.count / 2 : 0
    while size > 0 {
      var start = 0
      while start < fewest.count {
        var fewer = fewest
        fewer.removeSubrange(start..<min(start + size, fewest.count))
        if let found = walk(fewer), found.finding.rule == first.finding.rule {
          (fewest, last) = (fewer, found)
        } else {
          start += size
        }
      }
      size /= 2
    }
    return "seed \(seed): \(last.finding)\n  " + last.notes.joined(separator: "\n  ")
  }

  private static func walk(
    _ steps: [Step], seed: UInt64, _ folder: String, _ isCarried: Bool
  ) -> (finding: SyncFinding, notes: [String])? {
    let folder = "\(folder)/\(seed)"
    try? FileManager.default.removeItem(atPath: folder)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var notes: [String] = []
    do {
      let place: any WalkPlace =
        isCarried ? try CarriedPlace(in: folder, isFolder: seed % 2 == 1) : MemoryPlace()
      let walk = try SyncWalk(seed: seed, in: folder, at: place)
      defer { notes = walk.notes }
      try walk.run(steps)
      return nil
    } catch {
      return (error as? SyncFinding ?? SyncFinding(.failed, "\(error)"), notes)
    }
  }

  private init(seed: UInt64, in folder: String, at place: any WalkPlace) throws {
    var random = SeededGenerator(seed: ~seed)
    let beginnings: [Beginning] = [.copied, .own, .none, .none]
    self.beginnings = [.own] + (0..<2).map { _ in beginnings.randomElement(using: &random) ?? .none }
    self.random = random
    let chance = Mutex(SeededGenerator(seed: seed &* 31))
    (self.folder, self.place) = (folder, place)
    machines = try ["a", "b", "c"].map {
      try SyncMachine($0, in: folder, by: place.history(of: $0, in: folder))
    }
    for machine in machines { machine.random = { chance.withLock { $0.next() } } }
  }

  // MARK: Walking

  private func run(_ steps: [Step]) throws {
    try begin()
    for step in steps { try take(step) }
    try rest()
    try compareQuestions()
    for machine in machines { try check(machine, looksAtQuestions: true) }
    try settleEverything()
    for machine in machines {
      try check(machine, looksAtQuestions: true)
      if let difference = try read(machine).difference(from: read(machines[0])) {
        throw SyncFinding(.differ, "\(machine.name) and a: \(difference)")
      }
    }
  }

  private func begin() throws {
    for (machine, beginning) in zip(machines, beginnings) where beginning != .none {
      try machine.run(LibraryRows.schema)
      if beginning == .copied {
        try StockDatabase(machines[0].library).backUp(to: StockDatabase(machine.library))
        continue
      }
      let books = (0..<3).map { "INSERT INTO book (title) VALUES ('w\(machine.name)\($0)')" }
      let others = [
        "INSERT INTO author (name, note) VALUES ('n\(machine.name)', 'w\(machine.name)3')",
        "UPDATE book SET author = 1 WHERE pk = 1",
        "INSERT INTO shelf (name, note) VALUES ('s0', 'w\(machine.name)4')",
      ]
      try edit(machine, books + others)
    }
    try sync(machines[0])
  }

  private func edit(_ machine: SyncMachine, _ statements: [String]) throws {
    let database = try StockDatabase(machine.library)
    // What the library refuses does not count.
    oracle.edits(machine.name, by: .anotherProgram)
    for sql in statements where (try? database.write({ try $0.run(sql) })) != nil {
      notes.append("\(machine.name): \(sql)")
    }
  }

  private func read(_ machine: SyncMachine) throws -> LibraryRows {
    try LibraryRows(machine.library, birthNames: birthNames)
  }

  private func head(_ machine: SyncMachine) -> CommitName? {
    place.heads[labels[machine.name] ?? machine.name]?.last
  }

  private func sync(_ machine: SyncMachine) throws {
    try noteEdits(machine)
    try carry(machine)
  }

  private func noteEdits(_ machine: SyncMachine) throws {
    if machine.hasLibrary { try oracle.edited(machine.name, read(machine)) }
  }

  private func carry(_ machine: SyncMachine, isRestored: Bool = false) throws {
    do { labels[machine.name] = try label(machine, isRestored) } catch {
      throw SyncFinding(.failed, "\(machine.name): \(error)")
    }
    machine.history.goOn()
    machine.label = nil
    if machine.name == freshCopy { freshCopy = nil }
    try oracle.synced(
      machine.name, read(machine), fetched: Array(machine.history.heads().values), published: head(machine))
    notes.append("\(machine.name): sync")
    try check(machine, looksAtQuestions: false)
  }

  /// Syncs, and returns what the machine is called.
  private func label(_ machine: SyncMachine, _ isRestored: Bool) throws -> String {
    do { return try machine.sync(isRestored: isRestored).label } catch SyncError.restored
      where machines.count > 3 && machine === machines[3]
    {
      // The file of a copied machine is another one. If an edit has made it what it was, nobody can say what is meant.
      return try machine.sync(sendsAnyway: true).label
    }
  }

  /// Syncs with heads that are older than those at the place, perhaps older than those that arrived before.
  private func syncLate(_ machine: SyncMachine, _ choice: UInt64) throws {
    // Of a machine and its copy, one has to see that the other one goes on under the name of both.
    if machines.contains(where: {
      $0 !== machine && labels[$0.name] == labels[machine.name] && head($0) != nil
    }) {
      return try sync(machine)
    }
    machine.history.comeLate(choice, isNew: head(machine) == nil)
    notes.append("\(machine.name): the next sync has old heads")
    try sync(machine)
    machine.history.comeLate(nil, isNew: false)
  }

  private func asked(_ machine: SyncMachine) throws -> Set<SyncOracle.Asked> {
    oracle.asked(try machine.questions, on: machine.name, birthNames)
  }

  private func check(_ machine: SyncMachine, looksAtQuestions: Bool) throws {
    try oracle.check(machine.name, asked: looksAtQuestions ? asked(machine) : nil)
  }

  /// Syncs all machines until nobody publishes anything new.
  private func rest() throws {
    try place.bringAllBack()
    for _ in 0..<machines.count * 2 {
      let before = place.heads
      for machine in machines { try sync(machine) }
      if place.heads == before { return }
    }
    throw SyncFinding(.restless, "\(place.heads.mapValues(\.count))")
  }

  private func compareQuestions() throws {
    func known(_ machine: SyncMachine) throws -> [SyncQuestion] {
      try machine.questions.filter { question in
        if case .refused = question.kind { return false }
        // A machine without the column cannot say what its values are.
        return question.column.map { (birthNames[$0] ?? $0) != "note" || oracle.isEverywhere("note") } ?? true
      }
    }
    let first = try known(machines[0])
    for machine in machines.dropFirst() {
      let others = try known(machine)
      let ids = Set(first.map(\.id)).symmetricDifference(others.map(\.id))
      if !ids.isEmpty {
        throw SyncFinding(
          .asksDiffer, "a and \(machine.name): \((first + others).filter { ids.contains($0.id) })")
      }
    }
  }

  // MARK: Settling

  private func settleEverything() throws {
    for _ in 0..<100 {
      let machines = self.machines.shuffled(using: &random)
      guard let machine = try machines.first(where: { try !$0.questions.isEmpty }) else { return }
      let asked = try settle(machine, random.next())
      try rest()
      try compareQuestions()
      let clear = asked.filter { !oracle.isVague($0.row) }
      for machine in machines where try !clear.isDisjoint(with: self.asked(machine)) {
        throw SyncFinding(.unsettled, "\(machine.name): \(asked)")
      }
    }
    throw SyncFinding(.unsettled, "there is always something to settle")
  }

  /// Settles a question, and returns it in words that mean the same on each machine.
  @discardableResult
  private func settle(_ machine: SyncMachine, _ choice: UInt64) throws -> Set<SyncOracle.Asked> {
    var random = SeededGenerator(seed: choice)
    guard let question = try machine.questions.randomElement(using: &random) else { return [] }
    let choices: [SyncChoice] =
      [.mine, .theirs, .other(max(0, question.theirs.count - 1))]
      + (question.original == nil ? [] : [.original])
    let answer = choices.randomElement(using: &random) ?? .mine
    let asked = oracle.asked([question], on: machine.name, birthNames)
    notes.append("\(machine.name): \(answer.text) of \(question)")
    do { try machine.settle(question, answer) } catch {
      throw SyncFinding(.failed, "\(machine.name) settles: \(error)")
    }
    var column: String?
    if case .field(let name) = question.kind { column = birthNames[name] ?? name }
    try oracle.settled(question, on: machine.name, read(machine), as: column)
    return asked
  }
}

// MARK: Steps

extension SyncWalk {
  private func take(_ step: Step) throws {
    // The copy of a machine does some of what another one would do.
    let machine = machines.count > 3 && step.choice % 5 == 0 ? machines[3] : machines[step.machine]
    if !machine.hasLibrary || step.kind == .sync { return try sync(machine) }
    if head(machine) == nil, step.kind != .syncLate {
      // Nobody has undone or settled anything before the machine takes part.
      return try edit(machine, sql(step, on: machine))
    }
    switch step.kind {
    case .syncLate: try syncLate(machine, step.choice)
    case .settle:
      try sync(machine)
      try settle(machine, step.choice)
    case .undo:
      notes.append("\(machine.name): undo")
      oracle.undoes(machine.name)
      try? machine.undo()
    case .setByStore, .reuseByStore, .merge: try editByStore(step, machine)
    case .renameField: try change(machine) { .renaming(column: $0, to: "note\(step.number)") }
    case .removeField: try change(machine) { .removal(column: $0) }
    case .fail, .restore, .clone, .disturb, .together: try suffer(step, machine)
    default: try edit(machine, sql(step, on: machine))
    }
  }

  /// What happens to machines and places, apart from edits.
  private func suffer(_ step: Step, _ machine: SyncMachine) throws {
    notes.append("\(machine.name): \(step.kind) \(step.choice)")
    switch step.kind {
    case .fail:
      try noteEdits(machine)
      machine.history.interrupt(after: Int(step.choice % 60)) { () throws(SyncError) in throw .cancelled }
      _ = try? machine.sync()
      machine.history.goOn()
      try carry(machine)
    case .restore: try restore(machine, step.choice)
    case .clone: if machines.count == 3 { try clone(machine) }
    case .disturb:
      // A machine that joins at a place without its first files would begin another library.
      if machines.allSatisfy({ head($0) != nil }) { try place.disturb(step.choice) }
    default:
      guard
        let other = machines.filter({ $0 !== machine && head($0) != nil }).randomElement(number: step.choice)
      else { return }
      try sync(machine, amid: other, after: Int((step.choice >> 20) % 60))
    }
  }

  /// Puts the library as it was after an earlier sync in its place; the next one brings it forward.
  private func restore(_ machine: SyncMachine, _ choice: UInt64) throws {
    try sync(machine)
    let backup = "\(folder)/\(machine.name)-\(backups[machine.name]?.count ?? 0)"
    if let earlier = backups[machine.name]?.suffix(3).randomElement(number: choice) {
      try FileManager.default.removeItem(atPath: machine.library)
      try FileManager.default.copyItem(atPath: earlier, toPath: machine.library)
      oracle.restored(machine.name)
      try carry(machine, isRestored: true)
    }
    try FileManager.default.copyItem(atPath: machine.library, toPath: backup)
    backups[machine.name, default: []].append(backup)
  }

  private func clone(_ machine: SyncMachine) throws {
    try sync(machine)
    let copy = try SyncMachine("d", in: folder, by: place.history(of: "d", in: folder))
    try copy.copy(machine)
    try machine.history.copy(to: "\(folder)/d")
    oracle.copied(machine.name, to: copy.name)
    labels[copy.name] = labels[machine.name]
    machines.append(copy)
    freshCopy = copy.name
  }

  /// Has another machine sync amid the sync of one.
  private func sync(_ machine: SyncMachine, amid other: SyncMachine, after count: Int) throws {
    var result: Result<Void, any Error>?
    try noteEdits(other)
    other.history.interrupt(after: count) { [unowned self] in
      if result == nil { result = Result { try sync(machine) } }
    }
    try carry(other)
    try result?.get()
  }

  private func change(_ machine: SyncMachine, _ change: (String) -> FieldChange) throws {
    // The log of a copy begins after the last sync, and so cannot say that a field was renamed since then.
    if machine.name == freshCopy { try sync(machine) }
    guard let column = try note(machine) else { return }
    let change = change(column)
    if case .renaming(_, let name) = change { birthNames[name] = "note" }
    notes.append("\(machine.name): \(change)")
    try machine.change(change)
  }

  /// The column of books' notes as a machine calls it.
  private func note(_ machine: SyncMachine) throws -> String? {
    try StockDatabase(machine.library).columns("SELECT * FROM book").first {
      (birthNames[$0] ?? $0) == "note"
    }
  }

  private func editByStore(_ step: Step, _ machine: SyncMachine) throws {
    let books = try read(machine).rows.filter { $0.table.name == "book" }
    guard let book = books.randomElement(number: step.choice), let key = book.key[0].integer,
      let other = books.randomElement(number: step.choice >> 20), let otherKey = other.key[0].integer
    else { return }
    let word = "w\(step.number)"
    oracle.edits(machine.name, by: .store)
    switch step.kind {
    case .setByStore:
      notes.append("\(machine.name): the store sets the title of \(key) to \(word)")
      try? machine.set("title", .text(Text(word)), of: Int64(key))
    case .reuseByStore:
      let last = Int64(books.compactMap { $0.key[0].integer }.max() ?? 0)
      notes.append("\(machine.name): the store deletes \(last) and adds \(word)")
      try machine.delete(last)
      oracle.edits(machine.name, by: .store, replacing: try machine.add(["title": .text(Text(word))]))
    default:
      if key == otherKey { return }
      notes.append("\(machine.name): the store merges \(otherKey) into \(key)")
      let before = try read(machine)
      if (try? machine.merge(Int64(otherKey), into: Int64(key))) != nil {
        try oracle.merge(book, other, on: machine.name, before)
      }
    }
  }

  /// What another program runs.
  private func sql(_ step: Step, on machine: SyncMachine) throws -> [String] {
    var random = SeededGenerator(seed: step.choice)
    func any(_ key: String, _ table: String) -> String {
      let number = UInt64.random(in: 0..<60, using: &random)
      let count = "max(1, (SELECT count(*) FROM \(table)))"
      return "(SELECT \(key) FROM \(table) ORDER BY 1 LIMIT 1 OFFSET \(number) % \(count))"
    }
    let (word, few) = ("w\(step.number)", Int.random(in: 0..<3, using: &random))
    let (book, author, shelf) = (any("pk", "book"), any("id", "author"), any("id", "shelf"))
    let last = "(SELECT max(pk) FROM book)"
    switch step.kind {
    case .addBook:
      return ["INSERT INTO book (title, author) VALUES ('\(word)', \(few == 0 ? "NULL" : author))"]
    case .addTwin: return ["INSERT INTO book (title) VALUES ('twin\(few)')"]
    case .addAuthor: return ["INSERT INTO author (name, note) VALUES ('n\(step.number)', '\(word)')"]
    case .addReading: return ["INSERT INTO reading (book, note) VALUES (\(book), '\(word)')"]
    case .addShelf: return ["INSERT INTO shelf (name, note) VALUES ('s\(few)', '\(word)')"]
    case .shelve: return ["INSERT INTO book_shelf VALUES (\(book), \(shelf), '\(few)')"]
    case .addTag: return ["INSERT OR REPLACE INTO tag VALUES ('t\(few)', '\(word)')"]
    case .title: return ["UPDATE book SET title = '\(word)' WHERE pk = \(book)"]
    case .note:
      return try note(machine).map { ["UPDATE book SET \($0) = '\(word)' WHERE pk = \(book)"] } ?? []
    case .words: return ["UPDATE book SET words = \(["1", "1.5", "NULL"][few]) WHERE pk = \(book)"]
    case .author: return ["UPDATE book SET author = \(author) WHERE pk = \(book)"]
    case .series: return ["UPDATE book SET series = \(book) WHERE pk = \(last)"]
    case .place: return ["UPDATE book_shelf SET place = '\(word)' WHERE shelf = \(shelf)"]
    case .noteRow:
      let table = ["author", "shelf", "reading"][few]
      return ["UPDATE \(table) SET note = '\(word)' WHERE id = \(any("id", table))"]
    case .nameShelf: return ["UPDATE shelf SET name = 's\(few)' WHERE id = \(shelf)"]
    case .swapShelves: return [swap("shelf", shelf, any("id", "shelf"))]
    case .swapAuthors: return [swap("author", author, any("id", "author"))]
    case .deleteBook: return ["DELETE FROM book WHERE pk = \(book)"]
    case .reuseKey:
      return ["DELETE FROM book WHERE pk = \(last)", "INSERT INTO book (title) VALUES ('\(word)')"]
    case .deleteAuthor: return ["DELETE FROM author WHERE id = \(author)"]
    case .deleteShelf: return ["DELETE FROM shelf WHERE id = \(shelf)"]
    case .unshelve: return ["DELETE FROM book_shelf WHERE book = \(book)"]
    case .deleteReading: return ["DELETE FROM reading WHERE id = \(any("id", "reading"))"]
    case .deleteTag: return ["DELETE FROM tag WHERE name = 't\(few)'"]
    case .moveKey: return ["UPDATE book SET pk = \(1_000 + step.number) WHERE pk = \(book)"]
    default: return []
    }
  }

  /// Hands the unique names of two rows over crosswise.
  private func swap(_ table: String, _ one: String, _ other: String) -> String {
    """
    CREATE TEMP TABLE swap AS SELECT a.id AS i, b.name AS n FROM \(table) a, \(table) b
      WHERE a.id <> b.id AND a.id IN (\(one), \(other)) AND b.id IN (\(one), \(other));
    UPDATE \(table) SET name = '~' || id WHERE id IN (SELECT i FROM swap);
    UPDATE \(table) SET name = (SELECT n FROM swap WHERE i = id) WHERE id IN (SELECT i FROM swap); DROP TABLE swap
    """
  }
}

extension Array {
  /// The element that a large number chooses.
  func randomElement(number: UInt64) -> Element? {
    isEmpty ? nil : self[Int(number % UInt64(count))]
  }
}
