import ArgumentParser
import BookStore
import CSQLite
import Foundation
import Records
import SeededRandom
import TestSupport

/// Edits and deletes people while another process gives their keys to others, by VACUUM and by deletions and insertions.
///
/// What is written into a row begins with the name that it had when it was read, so a row that was written into by mistake
/// says so in the end. Some people are deleted by nobody.
struct Reused: Part {
  static let configuration = CommandConfiguration(
    abstract: "Edit rows whose keys another process gives to others.")

  @OptionGroup var options: RunOptions

  static func look(_ run: inout Run) throws {
    while run.hasTime, run.tally.lost.isEmpty, run.tally.wrong.isEmpty {
      let people = try People(in: run.folder, hasWriteAheadLog: .random(using: &run.generator))
      let seed = UInt64.random(in: 0..<1 << 32, using: &run.generator)
      let child = try Child(["reused-child", people.path, "\(seed)"])
      try edit(people, beside: child, &run.tally, using: &run.generator)
      run.tally.wrong += try people.faults()
      people.remove()
    }
  }

  private static func edit(
    _ people: People, beside child: Child, _ tally: inout Tally,
    using generator: inout SeededGenerator
  ) throws {
    let store = try people.store()
    var number = 0
    while case .silence = child.next(within: .milliseconds(1)) {
      number += 1
      step(store, number, &tally, using: &generator)
    }
    let status = child.wait()
    if status != 0 { tally.wrong.append("the process that gives keys to others ended with \(status)") }
    settle(store, &tally, using: &generator)
  }

  /// Does one thing; a lock, or a row that has gone, is no finding.
  private static func step(
    _ store: BookStore, _ number: Int, _ tally: inout Tally, using generator: inout SeededGenerator
  ) {
    guard let rows = try? store.lists.rows(in: 0..<People.count * 2).compactMap({ $0 }),
      let row = rows.randomElement(using: &generator)
    else { return }
    switch Int.random(in: 0..<8, using: &generator) {
    case 0...3: edit(row.id, store, number, &tally)
    case 4: settle(store, &tally, using: &generator)
    case 5 where !People.isKept(row.title.plainText): _ = try? store.delete(row.id)
    case 6: _ = store.checkForOtherWriters()
    default:
      store.writer.startWritingBack(olderThan: 0)
      while store.writer.isWritingBack { _ = store.writer.takeWriteBack() }
    }
  }

  private static func edit(_ id: RecordID, _ store: BookStore, _ number: Int, _ tally: inout Tally) {
    guard let name = try? store.shelf.snapshot(of: id).values[People.name].plainText else { return }
    guard (try? store.set(.text(Text("\(name)#\(number)")), at: People.note, of: id)) != nil else { return }
    tally.accepted += 1
  }

  /// Writes back, and settles what has another row in its place.
  private static func settle(
    _ store: BookStore, _ tally: inout Tally, using generator: inout SeededGenerator
  ) {
    tally.writes += store.writeBack().writtenCount
    for row in store.conflicts.unsettled(limit: .max) where row.isGone {
      tally.conflicts += 1
      // What cannot be inserted now is met again.
      if Bool.random(using: &generator) {
        try? store.conflicts.insertAgain(row.id)
      } else {
        store.conflicts.discard(row.id)
      }
    }
    for conflict in store.conflicts.all { store.conflicts.resolve(conflict.id, conflict.field, .theirs) }
  }
}

/// The other process: it deletes people, gives their keys to others, and has VACUUM number all of them anew.
struct ReusedChild: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "reused-child", shouldDisplay: false)

  @Argument var path: String
  @Argument var seed: UInt64

  func run() throws {
    var generator = SeededGenerator(seed: seed)
    let queue = try People.queue(path)
    for number in 0..<120 {
      do {
        try queue.use { database in try step(database, name: "new\(number)", using: &generator) }
      } catch let error as StockError where error.code == SQLITE_BUSY {
        continue
      }
    }
  }

  private func step(_ database: StockDatabase, name: String, using generator: inout SeededGenerator)
    throws
  {
    let other = "SELECT rowid FROM person WHERE name NOT LIKE 'kept%' ORDER BY random() LIMIT 1"
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: try database.run("DELETE FROM person WHERE rowid = (\(other))")
    case 1:
      try database.run("INSERT INTO person (name, city) VALUES (?, ?)", [name, name])
    case 2:
      try database.write { database in
        guard let key = try database.integer(other) else { return }
        try database.run("DELETE FROM person WHERE rowid = ?", [key])
        try database.run("INSERT INTO person (rowid, name, city) VALUES (?, ?, ?)", [key, name, name])
      }
    default: try database.run("VACUUM")
    }
  }
}

/// A database of people without keys of their own, and its edit log.
struct People: BookFolder {
  let folder: String

  static let count = 24
  static let name = 0
  static let note = 2

  /// Whether nobody deletes the person of a name.
  static func isKept(_ name: String) -> Bool { name.hasPrefix("kept") }

  init(in parent: String, hasWriteAheadLog: Bool) throws {
    folder = try Self.newFolder(in: parent)
    try Self.queue(path).use { database in
      if hasWriteAheadLog { try database.run("PRAGMA journal_mode = WAL") }
      try database.run(
        """
        CREATE TABLE person (name TEXT, city TEXT, note TEXT);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(Self.count))
          INSERT INTO person SELECT iif(i % 3, 'old', 'kept') || i, 'city' || i, NULL FROM n;
        """)
    }
  }

  /// Rows that were written into, or deleted, in the place of others.
  func faults() throws -> [String] {
    try Self.queue(path).read { database in
      let wrong = try database.texts(
        "SELECT name || ' holds ' || note FROM person WHERE substr(note, 1, length(name) + 1) <> name || '#'"
      )
      let kept = try database.integer("SELECT count(DISTINCT name) FROM person WHERE name LIKE 'kept%'")
      return wrong
        + (kept == Self.count / 3 ? [] : ["\(kept ?? 0) people are left that nobody deletes"])
    }
  }
}
