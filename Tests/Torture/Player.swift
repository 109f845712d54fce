import BookStore
import Records

/// Does steps on a store as the program does them, and says which were accepted.
final class Player {
  let bookcase: Bookcase
  private(set) var store: BookStore?
  /// How long a statement waits for a lock.
  let timeout: Duration

  init(_ bookcase: Bookcase, waiting timeout: Duration = .zero) {
    self.bookcase = bookcase
    self.timeout = timeout
  }

  /// Opens the database and restores what a program has left that lives no more.
  func open() throws(StoreError) {
    store = nil
    let store = try bookcase.store(waiting: timeout)
    self.store = store
    if try store.recovery.findAbandoned() != nil { _ = try store.recovery.restore() }
  }

  /// Lets the store go; what it has not written stays in its log.
  func abandon() { store = nil }

  /// Whether edits go to a log.
  var isLogged: Bool { store?.logState == .ready }

  /// All rows as the person sees them, or nil where they cannot be read.
  func shownRows() -> Shelf.Rows? { try? store?.shownRows() }

  /// What became of a step.
  enum Outcome {
    /// It must survive from now on: with the key of a new row, if it was an insert.
    case accepted(Step)
    /// It was done and said to be in neither the database nor the log.
    case unsaved
    /// It may have been done, or not.
    case refused
  }

  func play(_ step: Step) -> Outcome {
    do throws(StoreError) {
      return try perform(step)
    } catch {
      return .refused
    }
  }

  private func perform(_ step: Step) throws(StoreError) -> Outcome {
    guard let store else { return .refused }
    var done = step
    switch step {
    case .set(let id, let field, let value):
      try store.set(.text(Text(value)), at: Bookcase.fields[field], of: .rowid(id))
    case .insert(_, let values):
      let id = try store.insert([.text(Text(values[0])), nil, .text(Text(values[1]))])
      done = .insert(id.rowid, values)
    case .delete(let id): try store.delete(.rowid(id))
    case .undo: _ = try store.undo()
    case .redo: _ = try store.redo()
    case .writeBack: return store.writeBack().isComplete ? .accepted(step) : .refused
    case .warn: return store.dehydrateAll().writeBack.isComplete ? .accepted(step) : .refused
    case .reopen:
      let isComplete = store.writeBack().isComplete
      try open()
      return isComplete ? .accepted(step) : .refused
    }
    // Without its log the program writes at each Save.
    if case .unavailable = store.logState, !store.writeBack().isComplete { return .unsaved }
    return .accepted(done)
  }
}
