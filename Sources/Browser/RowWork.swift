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
  }

  let kind: Kind
  /// The rows by name, or nil where all rows of the list are meant.
  let ids: [RecordID]?
  /// The rows that are left out where all are meant.
  let exceptions: Set<RecordID>
  /// How many rows there are; where all are meant it is known once they are counted.
  var total: Int
  /// How many rows are done.
  var done = 0
  /// How many rows it was really done to.
  var count = 0
  /// Where in the list a search began.
  let start: Int

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

  /// The part that is done.
  var fraction: Double { total == 0 ? 1 : Double(done) / Double(total) }
}

extension RecordID {
  fileprivate var rowid: Int64? {
    if case .rowid(let rowid) = self { rowid } else { nil }
  }
}
