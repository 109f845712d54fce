import BookStore
import Records

/// The step in which a program is killed, and what is promised of several programs on one file.
extension DemoScript {
  /// Has another process change books and be killed, and finds its edits again.
  func killAndRecover(_ victim: Victim) throws(StoreError) {
    let held = try authors()
    var (signal, found): (Int32, Int) = (0, 0)
    let (step, store) = try measure(.recovery, nil) { _ throws(StoreError) in
      signal = try victim.kill(in: folder)
      report.add(.equal(6, "After a kill the database has the old values", held, try authors()))
      let store = try open()
      found = try store.recovery.findAbandoned()?.count ?? 0
      _ = try store.recovery.restore()
      return store
    }
    report.add(.equal(6, "The other program was killed by signal 9", 9, signal))
    report.add(.equal(6, "The edit log has each of its edits", Victim.ids.count, found))
    report.add(.equal(6, "They are dirty again", Victim.ids.count, step.after.dirty))
    report.add(
      .equal(6, "They can be written", Victim.ids.count, store.dehydrateAll().writeBack.writtenCount))
    let author = store.schema.fields[Book.author].text(of: Victim.author)
    report.add(.equal(6, "Nothing is lost by the kill", Victim.ids.map { _ in author }, try authors()))
  }

  /// Checks that a value which another program has changed meanwhile is not overwritten before somebody chooses.
  func checkConflict(_ store: BookStore) throws(StoreError) {
    let id = Victim.ids[0]
    try store.set("Mine", at: Book.author, of: id)
    let other = try openAgain(isReadOnly: false)
    try other.set("Theirs", at: Book.author, of: id)
    other.writeBack()
    store.dehydrateAll()
    report.add(
      .equal(5, "A value that another program has changed is not overwritten", "Theirs", try authors()[0]))
    report.add(.equal(5, "It is a conflict for the person", 1, store.conflicts.all.count))
    store.conflicts.resolve(id, Book.author, .mine)
    store.dehydrateAll()
    report.add(.equal(5, "What the person chooses is written", "Mine", try authors()[0]))
  }

  /// What another program reads as the authors of the victim's books.
  private func authors() throws(StoreError) -> [String] {
    let other = try openAgain()
    var authors: [String] = []
    for id in Victim.ids {
      authors.append(
        other.schema.fields[Book.author].text(of: try other.snapshot(of: id).values[Book.author]))
    }
    return authors
  }
}
