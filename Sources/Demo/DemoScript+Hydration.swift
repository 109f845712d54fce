import BookStore
import Records

/// The steps about one book.
extension DemoScript {
  /// Opens the library and reads a screenful.
  func list() throws(StoreError) -> BookStore {
    let (step, store) = try measure(.list, nil) { _ throws(StoreError) in
      let store = try open()
      _ = try store.rows(in: 0..<24)
      return store
    }
    report.add(.equal(2, "Opening and one screenful cost one query over the table", 1, step.ran.listQueries))
    report.add(.equal(2, "The list hydrates no record", 0, step.after.hydrated))
    return store
  }

  /// Looks at a book, looks again, and changes it; the answer is its record.
  func lookAndEdit(_ store: BookStore) throws(StoreError) -> Record {
    let id = RecordID.rowid(1)
    let look = try measure(.look, store) { _ throws(StoreError) in
      _ = try store.snapshot(of: id)
      return store
    }.report
    report.add(.equal(2, "A first look costs one statement", 1, look.statements))
    report.add(.equal(2, "A look makes no record dirty", 0, look.after.dirty))
    let again = try measure(.again, store) { _ throws(StoreError) in
      _ = try store.snapshot(of: id)
      return store
    }.report
    report.add(.equal(2, "A second look costs no statement", 0, again.statements))
    try edit(id, store)
    return try store.record(id)
  }

  private func edit(_ id: RecordID, _ store: BookStore) throws(StoreError) {
    let held = try author(of: id)
    let step = try measure(.edit, store) { _ throws(StoreError) in
      try store.set("Somebody Else", at: Book.author, of: id)
      return store
    }.report
    report.add(.equal(3, "An edit makes one record dirty", 1, step.after.dirty))
    report.add(.equal(3, "An edit runs no statement", 0, step.statements))
    report.add(.equal(3, "Before a warning the database has the old value", held, try author(of: id)))
  }

  /// What another program reads as the author of a book.
  private func author(of id: RecordID) throws(StoreError) -> String {
    let other = try openAgain()
    return other.schema.fields[Book.author].text(of: try other.snapshot(of: id).values[Book.author])
  }
}

extension StepReport {
  /// How many statements the store ran in the step.
  var statements: Int { after.statements - before.statements }
}
