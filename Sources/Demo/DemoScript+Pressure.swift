import BookStore
import Records

/// The steps about many books and little memory.
extension DemoScript {
  /// The rows that are done between two looks at the budget, as the browser does it.
  private static let slice = 64

  /// Sets one field of many books.
  func setMany(_ store: BookStore) throws(StoreError) {
    let ids = rowIDs
    let step = try measure(.set, store) { _ throws(StoreError) in
      try set("Various Authors", of: ids, store) {}
      return store
    }.report
    report.add(
      .equal(3, "Each record in which a field was set is dirty", ids.count, step.after.dirty))
    report.add(.equal(3, "Until then nothing is written", 0, step.ran.updates))
  }

  /// Answers a memory warning.
  func warn(_ store: BookStore, _ baseline: Figures) throws(StoreError) {
    let dirty = store.counts.dirty
    let step = try measure(.warning, store) { step throws(StoreError) in
      step.height = step.before
      let dehydration = store.dehydrateAll()
      step.written = dehydration.writeBack.writtenCount
      step.freedBytes = dehydration.freedByteCount
      return store
    }.report
    report.add(.equal(3, "A warning is one transaction", 1, step.ran.transactions))
    report.add(.equal(3, "It updates the dirty records and no other", dirty, step.ran.updates))
    report.add(.equal(3, "It writes the changed columns and no other", dirty, step.ran.columns))
    report.add(.equal(3, "No record is hydrated after it", 0, step.after.hydrated))
    report.add(.equal(3, "All bytes that records held are free", step.before.heldBytes, step.freedBytes ?? 0))
    let tenth = baseline.residentBytes / 10
    report.add(
      .within(
        3, "Resident memory is within a tenth of what it was before anything was hydrated",
        baseline.residentBytes - tenth...baseline.residentBytes + tenth, step.after.residentBytes))
    try checkRows(author: "Various Authors")
    // What the check has needed is not to count for the next step.
    store.dehydrateAll()
  }

  /// Sets the field of the same books once more, while records may hold little.
  func setUnderBudget(_ store: BookStore, keeping shown: RecordID) throws(StoreError) {
    let ids = rowIDs
    var most = Figures()
    let step = try measure(.budget, store) { step throws(StoreError) in
      try set("Sundry Hands", of: ids, store) { () throws(StoreError) in
        if let error = store.writer.keepWithin(bytes: Self.budget, keeping: [shown]) { throw error }
        let figures = Figures(store)
        if figures.heldBytes >= most.heldBytes { most = figures }
      }
      step.height = most
      return store
    }.report
    report.add(.within(9, "Records hold no more than the budget", 0...Self.budget, most.heldBytes))
    report.add(
      .equal(
        9, "What had to go was written first: each record is written or still dirty", ids.count,
        step.ran.updates + step.after.dirty))
    report.add(.equal(1, "A record that is shown stays", true, store.state(of: shown) != .known))
    store.dehydrateAll()
    try checkRows(author: "Sundry Hands")
  }

  private func set(
    _ author: Value, of ids: [RecordID], _ store: BookStore, _ keepUp: () throws(StoreError) -> Void
  ) throws(StoreError) {
    for start in stride(from: 0, to: ids.count, by: Self.slice) {
      if Interruption.isAsked { throw .interrupted }
      let slice = ids[start..<min(start + Self.slice, ids.count)]
      try store.set(author, at: Book.author, ofEach: Array(slice))
      try keepUp()
    }
  }
}
