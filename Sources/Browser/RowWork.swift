import BookStore
import Records

/// Work on many rows of the list, done a slice at a time between the keys.
struct RowWork {
  /// What is done with each row.
  enum Kind {
    case hydrate
    case delete
    case set(field: Int, Value)
    /// Looks for the next row that matches, forward or backward.
    case seek(Matcher, step: Int)
    /// Undoes a step, or does it again.
    case reverse(isRedo: Bool)
    /// Restores what a dead session has left, or gives it up.
    case recover(isDiscarding: Bool)
    /// Chooses the same for all that is in conflict.
    case settle
  }

  let kind: Kind
  /// The rows by name, or nil where all rows of the list are meant.
  let ids: [RecordID]?
  /// The rows that are left out where all are meant.
  let exceptions: Set<RecordID>
  /// How many rows there are, as far as it is known.
  var total: Int
  /// How many rows are done.
  var done = 0
  /// How many rows it was really done to.
  var count = 0
  /// What all of it is undone as.
  var step: EditStep?
  /// How many rows went or changed along.
  var otherCount = 0
  /// The step that is undone or done again.
  var undo: RunningUndo?
  /// What is done about what a dead session has left.
  var recovery: RunningRecovery?
  /// The choice that is made for all that is in conflict.
  var choice: RunningChoice?
  /// Where in the list a search began.
  let start: Int

  init(_ recovery: RunningRecovery) {
    self.init(.recover(isDiscarding: recovery.isDiscarding), .rows([]), total: 0)
    self.recovery = recovery
  }

  init(_ choice: RunningChoice) {
    self.init(.settle, .rows([]), total: 0)
    self.choice = choice
  }

  init(_ undo: RunningUndo, isRedo: Bool) {
    self.init(.reverse(isRedo: isRedo), .rows([]), total: 0)
    self.undo = undo
  }

  init(_ kind: Kind, _ rows: RowSet, total: Int, start: Int = 0) {
    self.kind = kind
    self.start = start
    switch rows {
    case .rows(let rows):
      // In the order of the table, which SQLite reads with the fewest pages.
      ids = rows.sorted { $0.rowid ?? 0 < $1.rowid ?? 0 }
      exceptions = []
      self.total = rows.count
    case .all(let exceptions):
      ids = nil
      self.exceptions = exceptions
      self.total = total
    }
  }

  /// Whether it goes by the rows that it was given.
  var isByRows: Bool {
    switch kind {
    case .hydrate, .delete, .set, .seek: true
    case .reverse, .recover, .settle: false
    }
  }

  /// Whether it only looks for a row.
  var isSearch: Bool {
    if case .seek = kind { true } else { false }
  }

  /// Whether its rows are hydrated by it.
  var hydrates: Bool {
    switch kind {
    case .hydrate, .set: true
    case .delete, .seek, .reverse, .recover, .settle: false
    }
  }

  /// Whether something is left half done where it ends early.
  var isToBeFinished: Bool {
    switch kind {
    case .hydrate, .seek: false
    case .delete, .set, .reverse, .recover, .settle: true
    }
  }

  /// Whether it goes by the places of the list's rows, which have to stay until it is over.
  var needsList: Bool { ids == nil && !isSearch }

  /// Whether rows can be done while others of the list are still being found: not where rows go, or places count.
  private var canFollow: Bool { hydrates }

  /// Takes in how many rows the list has by now.
  mutating func update(_ count: RowCount) {
    if ids == nil, canFollow || done == 0 { total = count.value }
  }

  /// Whether nothing can be done before more of the list is known.
  func isWaiting(for count: RowCount) -> Bool {
    ids == nil && !count.isExact && (!canFollow || done >= count.value)
  }

  /// The places of the list that are done next, of at most so many rows; from its end where rows go.
  func places(_ size: Int) -> Range<Int> {
    if case .delete = kind { total - done - size..<total - done } else { done..<done + size }
  }

  /// The part that is done.
  var fraction: Double {
    undo?.fraction ?? recovery?.fraction ?? choice?.fraction
      ?? (total == 0 ? 1 : Double(done) / Double(total))
  }
}
