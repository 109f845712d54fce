import ArgumentParser
import BookStore
import Foundation
import Records
import SeededRandom

/// Edits and deletes people while another process gives their keys to others, by VACUUM and by deletions and insertions.
///
/// What is written into a row begins with the name that it had when it was read, so a row that was written into by mistake
/// says so in the end. Some people are deleted by nobody.
struct Reused: Part {
  static let configuration = CommandConfiguration(
    abstract: "Edit rows whose keys another process gives to others.")

  @OptionGroup var options: RunOptions

  static func look(_ options: RunOptions) throws -> Tally {
    try options.run { run in
      while run.hasTime, run.tally.lost.isEmpty, run.tally.wrong.isEmpty {
        let people = try People(in: run.folder, hasWriteAheadLog: .random(using: &run.generator))
        let seed = UInt64.random(in: 0..<1 << 32, using: &run.generator)
        let child = try Child(["reused-child", people.path, "\(seed)"])
        try edit(people, beside: child, &run.tally, using: &run.generator)
        run.tally.wrong += try people.faults()
        try? FileManager.default.removeItem(atPath: people.folder)
      }
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
    if status != 0 {
      tally.wrong.append("the process that gives keys to others ended with \(status)")
    }
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
    guard (try? store.set(.text(Text("\(name)#\(number)")), at: People.note, of: id)) != nil else {
      return
    }
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
