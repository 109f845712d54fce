import ArgumentParser
import BookStore
import Records
import SeededRandom

/// One of the editors that work at once: it says what it wrote over what, and which conflicts it saw.
struct OthersChild: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "others-child", shouldDisplay: false)

  @Argument var folder: String
  @Argument var name: String
  @Argument var seed: UInt64

  func run() throws {
    var generator = SeededGenerator(seed: seed)
    let store = try opened()
    let reacts = store.tables.contains { $0.name == "book_text" }
    for number in 0..<60 {
      let id = RecordID.rowid(Int64.random(in: 1...3, using: &generator))
      let field = Bookcase.fields.randomElement(using: &generator) ?? 0
      // The next step would write them, and nobody would say so.
      while reacts, store.counts.dirty > 0 { write(store, using: &generator) { store.writeBack() } }
      // A lock of somebody else is no finding.
      try? store.set(.text(Text("\(name)n\(number)")), at: field, of: id)
      switch Int.random(in: 0..<8, using: &generator) {
      case 0...2: write(store, using: &generator) { store.writeBack() }
      case 3: write(store, using: &generator) { store.dehydrateAll().writeBack }
      case 4: _ = store.checkForOtherWriters()
      case 5: write(store, using: &generator, ids: [id]) { store.dehydrate(id).writeBack }
      default: break
      }
    }
    while store.counts.dirty > 0 { write(store, using: &generator) { store.writeBack() } }
  }

  private func opened() throws(StoreError) -> BookStore {
    while true {
      do throws(StoreError) {
        return try Bookcase(folder: folder).store(waiting: .seconds(1))
      } catch {
        if error != .busy { throw error }
      }
    }
  }

  /// Writes back, says what was written over what, and settles what is in conflict by chance.
  private func write(
    _ store: BookStore, using generator: inout SeededGenerator, ids: [RecordID] = (1...3).map { .rowid($0) },
    _ body: () -> WriteBackResult
  ) {
    let changes = ids.flatMap { self.changes(of: $0, store) }
    let result = body()
    let failed = Set(result.failures.map(\.id))
    for change in changes where result.error == nil && !failed.contains(change.id) {
      if result.conflicts.contains(where: { $0.id == change.id && $0.field == change.field }) { continue }
      let field = Bookcase.fields.firstIndex(of: change.field) ?? 0
      Line.say("wrote \(change.id.rowid ?? 0) \(field) \(change.before) \(change.after)")
    }
    for conflict in result.conflicts {
      Line.say("conflict")
      store.conflicts.resolve(conflict.id, conflict.field, Bool.random(using: &generator) ? .mine : .theirs)
    }
    // A title that somebody else has set makes another row of it.
    for row in store.conflicts.unsettled(limit: .max) where row.isReplaced {
      Line.say("conflict")
      store.conflicts.discard(row.id)
    }
  }

  private struct Change {
    var id: RecordID
    var field: Int
    var before: String
    var after: String
  }

  /// What a write-back is to write of a row.
  private func changes(of id: RecordID, _ store: BookStore) -> [Change] {
    guard store.shelf.state(of: id) == .dirty, let record = try? store.record(id), let values = record.values
    else {
      return []
    }
    return record.originals.map {
      Change(id: id, field: $0.index, before: $0.value.plainText, after: values[$0.index].plainText)
    }
  }
}
