import BookStore
import Browser
import Records
import Screens

/// What is promised and shows in no step of its own.
extension DemoScript {
  /// Checks that a row has one object, which a warning leaves the same.
  func checkIdentity(_ before: Record, _ after: Record) {
    report.add(.equal(1, "A row has one object, before a warning and after it", true, before === after))
  }

  /// Checks, as another program, that the rows have an author that was set, and are else as they were made.
  func checkRows(author: Value) throws(StoreError) {
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
    report.add(.equal(3, "The database has every edit", ids.count, written))
    report.add(.equal(8, "Values that nobody changed are what they were", ids.count, asBefore))
  }

  /// Checks that an edit which has been dirty for long is written, and its record kept.
  func checkQuietWriteBack(_ store: BookStore) throws(StoreError) {
    let id = RecordID.rowid(1)
    try store.set("Somebody Quiet", at: Book.author, of: id)
    store.writer.startWritingBack(olderThan: 0)
    store.writeBack()
    let written = store.writer.takeWriteBack()?.dehydration.writeBack.writtenCount ?? 0
    report.add(.equal(9, "An edit that has been dirty for long is written quietly", 1, written))
    report.add(.equal(9, "Its record stays hydrated", RecordState.hydrated, store.state(of: id)))
  }

  /// Checks that an edit which cannot be written stays, and that the store says why.
  func checkRowThatIsGone(_ store: BookStore) throws(StoreError) {
    let id = RecordID.rowid(Int64(library.count))
    try store.set("Somebody Lost", at: Book.author, of: id)
    try openAgain(isReadOnly: false).delete(id)
    let result = store.dehydrateAll().writeBack
    let reason = result.failures.first.map { Wording.sentence($0.error) } ?? ""
    report.add(
      .equal(4, "A row that is gone cannot be written, and that is said", Wording.sentence(.rowGone), reason))
    report.add(.equal(4, "Its record stays dirty", RecordState.dirty, store.state(of: id)))
    store.revert(id)
  }

  /// Checks that nothing was added to the file, nor put beside it.
  func checkFile(_ before: FileFacts) throws(StoreError) {
    let after = try FileFacts(path: folder.library)
    report.add(
      .equal(
        7, "The schema is the one that was there, by its number", before.schemaNumber, after.schemaNumber))
    report.add(
      .equal(7, "The journal mode is the one that was there", before.journalModes, after.journalModes))
    report.add(.equal(7, "No file is beside the database", [], after.filesBeside))
  }
}
