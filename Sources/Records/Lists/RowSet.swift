/// A set of rows: listed one by one, or all rows of a list with exceptions.
public enum RowSet: Hashable, Sendable {
  /// These rows, whether or not the list shows them.
  case rows(Set<RecordID>)
  /// All rows of the list under its current filter, except these.
  case all(except: Set<RecordID>)

  /// No rows.
  public static let none = RowSet.rows([])
  /// Every row of the list.
  public static let all = RowSet.all(except: [])

  /// Whether the set is certainly empty.
  public var isEmpty: Bool { self == .none }

  /// The row, if the set names exactly one.
  public var only: RecordID? {
    if case .rows(let rows) = self, rows.count == 1 { rows.first } else { nil }
  }

  /// Whether a row of the list is in the set.
  public func contains(_ id: RecordID) -> Bool {
    switch self {
    case .rows(let rows): rows.contains(id)
    case .all(let exceptions): !exceptions.contains(id)
    }
  }

  /// The number of rows in the set, given the length of the list.
  public func count(in list: RowCount) -> RowCount {
    switch (self, list) {
    case (.rows(let rows), _): .exactly(rows.count)
    case (.all(let exceptions), .exactly(let count)): .exactly(max(0, count - exceptions.count))
    case (.all(let exceptions), .atLeast(let count)): .atLeast(max(0, count - exceptions.count))
    }
  }

  /// Adds a row to the set or removes it.
  public mutating func toggle(_ id: RecordID) { change { $0.formSymmetricDifference([id]) } }

  /// Removes rows that are no longer in the list.
  public mutating func forget(_ gone: RowSet) {
    switch (self, gone) {
    case (_, .rows(let rows)): change { $0.subtract(rows) }
    case (.rows(let rows), .all): self = .rows(rows.filter { !gone.contains($0) })
    case (.all, .all): self = .none
    }
  }

  /// Changes the set in place, because it may be very large.
  private mutating func change(_ body: (inout Set<RecordID>) -> Void) {
    switch self {
    case .rows(var rows):
      self = .none
      body(&rows)
      self = .rows(rows)
    case .all(var exceptions):
      self = .none
      body(&exceptions)
      self = .all(except: exceptions)
    }
  }
}

/// The number of rows in a list, exact or counted so far.
public enum RowCount: Hashable, Sendable {
  case exactly(Int)
  case atLeast(Int)

  /// The number, exact or not.
  public var value: Int {
    switch self {
    case .exactly(let count), .atLeast(let count): count
    }
  }

  /// Whether the number is final.
  public var isExact: Bool {
    switch self {
    case .exactly: true
    case .atLeast: false
    }
  }
}
