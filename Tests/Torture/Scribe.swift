import BookStore
import Records
import SeededRandom

/// Edits a notebook, and says what it was told.
final class Scribe {
  let store: BookStore
  /// Whether it edits only books whose titles are those of their keys, and none comes or goes.
  var isCautious = false
  private let say: (Deed) -> Void
  private let title: Int
  private let note: Int
  private var titles: [RecordID: String] = [:]
  private var number = 0

  init(_ notebook: Notebook, say: @escaping (Deed) -> Void) throws {
    store = try notebook.store()
    let columns = store.schema.fields.map(\.column)
    guard let title = columns.firstIndex(of: "title"), let note = columns.firstIndex(of: "note") else {
      throw TortureError.notUnderstood("a notebook without notes")
    }
    (self.title, self.note, self.say) = (title, note, say)
  }

  /// Does one thing; a lock, or a row that has gone, is no finding.
  ///
  /// - Returns: How many rows it was told are in the database, or gone from it.
  func step(using generator: inout SeededGenerator) -> Int {
    number += 1
    let row = (try? store.lists.rows(in: 0..<Notebook.count * 2))?.compactMap { $0 }.randomElement(
      using: &generator)
    switch (Int.random(in: 0..<12, using: &generator), row) {
    case (0...4, let row?): edit(row.id)
    case (5, _): return write { store.writeBack() }
    case (6, _): return write { store.dehydrateAll().writeBack }
    case (7...8, _): return write { inBackground(letsGo: Bool.random(using: &generator)) }
    case (9, _) where !isCautious: return insert()
    case (10, let row?) where !isCautious: return delete(row.id)
    default: _ = store.checkForOtherWriters()
    }
    return 0
  }

  private func edit(_ id: RecordID) {
    guard let values = try? store.shelf.snapshot(of: id).values else { return }
    let title = values[title].word
    if isCautious, title != "\(Notebook.marker)\(id.rowid ?? 0)" { return }
    let text = "\(title)#\(number)"
    guard (try? store.set(.text(Text(text)), at: note, of: id)) != nil else { return }
    // Another file may have another book there.
    if let former = titles[id], former != title { say(.doubted(former)) }
    titles[id] = title
    say(.noted(title, text))
  }

  private func write(_ body: () -> WriteBackResult) -> Int {
    let dirty = titles.filter { store.shelf.state(of: $0.key) == .dirty }
    let result = body()
    for (id, title) in dirty where store.shelf.state(of: id) != .dirty { say(.written(title)) }
    return result.writtenCount
  }

  private func inBackground(letsGo: Bool) -> WriteBackResult {
    if letsGo { store.writer.startDehydratingAll() } else { store.writer.startWritingBack(olderThan: 0) }
    var result = WriteBackResult()
    while store.writer.isWritingBack {
      if let end = store.writer.takeWriteBack() { result = end.dehydration.writeBack }
    }
    return result
  }

  private func insert() -> Int {
    let title = "new\(number)"
    let values: [Value?] = store.schema.fields.map { $0.column == "title" ? .text(Text(title)) : nil }
    guard let id = try? store.insert(values) else {
      say(.doubted(title))
      return 0
    }
    titles[id] = nil
    say(.came(title))
    return 1
  }

  private func delete(_ id: RecordID) -> Int {
    guard let title = try? store.shelf.snapshot(of: id).values[title].word else { return 0 }
    guard (try? store.delete(id)) != nil else {
      say(.doubted(title))
      return 0
    }
    titles[id] = nil
    say(.went(title))
    return 1
  }
}

extension Value {
  /// The value as one word, whatever damage has made of it.
  fileprivate var word: String {
    let text = String(plainText.map { $0.isWhitespace ? "_" : $0 })
    return text.isEmpty ? "_" : text
  }
}
