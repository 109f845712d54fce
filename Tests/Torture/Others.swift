import ArgumentParser
import BookStore
import Records
import SeededRandom

/// Has two or three processes edit the same rows at once, and explains what is there in the end by what they wrote.
struct Others: Part {
  static let configuration = CommandConfiguration(abstract: "Have several processes edit the same rows.")

  @OptionGroup var options: RunOptions

  static func look(_ run: inout Run) throws {
    while run.hasTime, run.tally.lost.isEmpty {
      let bookcase = try Bookcase(
        in: run.folder, count: 3, hasWriteAheadLog: .random(using: &run.generator),
        reacts: .random(using: &run.generator))
      let count = Int.random(in: 2...3, using: &run.generator)
      try edit(bookcase, count: count, &run.tally, using: &run.generator)
      bookcase.remove()
    }
  }

  private static func edit(
    _ bookcase: Bookcase, count: Int, _ tally: inout Tally, using generator: inout SeededGenerator
  ) throws {
    var chains = Chains(try bookcase.rows())
    let children = try (0..<count).map { index in
      try Child([
        "others-child", bookcase.folder, "p\(index)", "\(UInt64.random(in: 0..<1 << 32, using: &generator))",
      ])
    }
    for child in children {
      while case .line(let line) = child.next(within: .seconds(60)) {
        if line == "conflict" {
          tally.conflicts += 1
        } else {
          try chains.note(line)
          tally.writes += 1
          tally.accepted += 1
        }
      }
      child.stop()
      let status = child.wait()
      if status != 0 { tally.wrong.append("an editor beside others ended with \(status)") }
    }
    if let damage = try bookcase.damage() { tally.wrong.append(damage) }
    tally.lost += chains.losses(in: try bookcase.rows())
  }
}

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

/// The writes to each field, each of which replaced a value by another that nobody else writes.
///
/// When nothing is lost they are one chain from the first value to the last: a write over a value that somebody else had
/// already replaced would be a second link from it.
struct Chains {
  private let first: Shelf.Rows
  private var links: [Shelf.Place: [String: [String]]] = [:]

  init(_ rows: Shelf.Rows) { first = rows }

  /// Takes a write down: the row, the field, the value before and after.
  mutating func note(_ line: String) throws(TortureError) {
    let words = line.split(separator: " ")
    guard words.count == 5, words[0] == "wrote", let id = Int64(words[1]), let field = Int(words[2]) else {
      throw .notUnderstood(line)
    }
    links[Shelf.Place(id: id, field: field), default: [:]][String(words[3]), default: []].append(
      String(words[4]))
  }

  /// What cannot be explained.
  func losses(in rows: Shelf.Rows) -> [String] {
    first.flatMap { id, row in
      row.enumerated().flatMap { field, value in
        losses(
          from: value, to: rows[id]?[field], links[Shelf.Place(id: id, field: field)] ?? [:],
          "row \(id) field \(field)")
      }
    }
  }

  private func losses(
    from first: String, to last: String?, _ links: [String: [String]], _ place: String
  ) -> [String] {
    var losses = links.filter { $0.value.count > 1 }.map { "\(place): \($0.value) all went over \($0.key)" }
    var value = first
    var count = 0
    while let next = links[value]?.first, count < links.count {
      value = next
      count += 1
    }
    if count < links.count {
      losses.append("\(place): the chain ends with \(value) after \(count) of \(links.count)")
    }
    if value != last { losses.append("\(place): holds \(last ?? "nothing"), not \(value)") }
    return losses
  }
}
