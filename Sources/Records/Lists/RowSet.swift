/// Some rows of a list: these, or all that it shows but these.
public enum RowSet: Hashable, Sendable {
  /// The rows with these names, whether or not the list shows them.
  case rows(Set<RecordID>)
  /// All rows that the list shows with the filter that it has, however many there are, except these.
  case all(except: Set<RecordID>)

  /// No row.
  public static let none = RowSet.rows([])
  /// Every row that the list shows.
  public static let all = RowSet.all(except: [])

  /// Whether there is certainly no row in the set.
  public var isEmpty: Bool { self == .none }

  /// The row, if the set names exactly one.
  public var only: RecordID? {
    if case .rows(let rows) = self, rows.count == 1 { rows.first } else { nil }
  }

  /// Whether a row of the list is in the set.
  ///
  /// - Complexity: O(1).
  public func contains(_ id: RecordID) -> Bool {
    switch self {
    case .rows(let rows): rows.contains(id)
    case .all(let exceptions): !exceptions.contains(id)
    }
  }

  /// How many rows are in the set, in a list of that many.
  public func count(in list: RowCount) -> RowCount {
    switch (self, list) {
    case (.rows(let rows), _): .exactly(rows.count)
    case (.all(let exceptions), .exactly(let count)): .exactly(max(0, count - exceptions.count))
    case (.all(let exceptions), .atLeast(let count)): .atLeast(max(0, count - exceptions.count))
    }
  }

  /// Puts a row of the list into the set, or takes it out.
  ///
  /// - Complexity: O(1).
  public mutating func toggle(_ id: RecordID) {
    change { $0.formSymmetricDifference([id]) }
  }

  /// Notes that rows are gone from the list, and with them from the set.
  ///
  /// - Complexity: O(*n*) in the rows that are gone, if they are named.
  public mutating func forget(_ gone: RowSet) {
    switch (self, gone) {
    case (_, .rows(let rows)): change { $0.subtract(rows) }
    case (.rows(let rows), .all): self = .rows(rows.filter { !gone.contains($0) })
    case (.all, .all): self = .none
    }
  }

  /// Changes the names in place, for they may be very many.
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
