import Listings
import Records
import SQLite

/// The rows of a list in order, if known.
public protocol OrderedRows {
  var rowCount: Int { get }

  /// The rows in a range; nil if they are not known yet.
  func ids(in places: Range<Int>) throws(StoreError) -> [RecordID]?

  /// The index of a row; nil if the list does not show it.
  func place(of id: RecordID) throws(StoreError) -> Int?
}

/// Moves rows of a list that is sorted by hand, that is, by a field of whole numbers; see `HandOrder`.
public struct RowMover {
  private let store: BookStore
  private let field: Int
  private let rows: any OrderedRows

  /// The result of a move.
  public enum Result: Hashable, Sendable {
    case moved(Int)
    /// The rows are already at that end of the list.
    case unchanged
    case notListed
    /// More rows would have to be read, because the rows above have no numbers yet, or the numbers leave no gaps.
    case tooMany(Int)
    case noNumber(RecordID)
    /// The list is not sorted by its numbers yet.
    case unsettled
  }

  /// The most rows that are read for a move.
  public static let limit = 2_000

  /// Prepares to move rows of a list that is sorted by the field.
  public init(_ field: Int, of rows: some OrderedRows, in store: BookStore) {
    (self.field, self.rows, self.store) = (field, rows, store)
  }

  /// Moves rows.
  public func move(_ ids: [RecordID], _ move: HandOrder.Move, in step: EditStep) throws(StoreError) -> Result
  {
    guard ids.count <= Self.limit else { return .tooMany(Self.limit) }
    var places: [Int] = []
    for id in ids { if let place = try rows.place(of: id) { places.append(place) } }
    places.sort()
    guard let first = places.first, let last = places.last else { return .notListed }
    switch move {
    case .toTop: return try moveToTop(places, in: step)
    case .by(let offset):
      let start = max(0, first + min(0, offset))
      let end = min(rows.rowCount, last + max(0, offset) + 1)
      return try self.move(Set(places), by: offset, from: start..<end, in: step)
    }
  }

  private enum Part {
    case rows([RecordID], [HandOrder.Row])
    case problem(Result)
  }

  private func moveToTop(_ places: [Int], in step: EditStep) throws(StoreError) -> Result {
    let first = places.enumerated().first { $0 != $1 }?.offset ?? places.count
    guard first < places.count else { return .unchanged }
    var (ids, found): ([RecordID], [HandOrder.Row]) = ([], [])
    for place in places + (first < rows.rowCount ? [first] : []) {
      switch try part(place..<place + 1, moved: Set(places)) {
      case .problem(let problem): return problem
      case .rows(let names, let row): (ids, found) = (ids + names, found + row)
      }
    }
    guard let numbers = HandOrder.numbers(for: found, after: nil, before: nil) else {
      return .tooMany(Self.limit)
    }
    return try set(numbers, of: ids, count: places.count, in: step)
  }

  private func move(
    _ places: Set<Int>, by offset: Int, from range: Range<Int>, in step: EditStep
  ) throws(StoreError) -> Result {
    var range = range
    while true {
      let (ids, found): ([RecordID], [HandOrder.Row])
      switch try part(range, moved: places) {
      case .problem(let problem): return problem
      case .rows(let names, let part): (ids, found) = (names, part)
      }
      let order = HandOrder.indices(of: found, movedBy: offset)
      if order == Array(found.indices) { return .unchanged }
      let above = try number(at: range.lowerBound - 1)
      let below = try number(at: range.upperBound)
      if range.lowerBound == 0 || above != nil,
        let numbers = HandOrder.numbers(for: order.map { found[$0] }, after: above, before: below)
      {
        return try set(numbers, of: order.map { ids[$0] }, count: places.count, in: step)
      }
      let isUnnumbered = range.lowerBound > 0 && above == nil
      let more = min(max(16, range.count), Self.limit - range.count)
      let start = max(0, range.lowerBound - max(0, more))
      let end = isUnnumbered ? range.upperBound : min(rows.rowCount, range.upperBound + max(0, more))
      if start..<end == range { return .tooMany(Self.limit) }
      range = start..<end
    }
  }

  private func set(
    _ numbers: [Int: Int64], of ids: [RecordID], count: Int, in step: EditStep
  ) throws(StoreError) -> Result {
    let values = numbers.sorted { $0.key < $1.key }.map { (id: ids[$0.key], value: Value.integer($0.value)) }
    try store.editor.set(values, at: field, in: step)
    return .moved(count)
  }

  private func number(at place: Int) throws(StoreError) -> Int64? {
    guard 0..<rows.rowCount ~= place, case .rows(_, let found) = try part(place..<place + 1, moved: []) else {
      return nil
    }
    return found.first?.number
  }

  private func part(_ range: Range<Int>, moved places: Set<Int>) throws(StoreError) -> Part {
    guard let ids = try rows.ids(in: range), ids.count == range.count else { return .problem(.unsettled) }
    try store.shelf.hydrate(ids)
    var found: [HandOrder.Row] = []
    for (place, id) in zip(range, ids) {
      var row = HandOrder.Row(nil, isMoved: places.contains(place))
      switch try store.record(id).value(at: field) {
      case .integer(let number): row.number = number
      case .null: break
      default: return .problem(.noNumber(id))
      }
      if let before = found.last, !isSorted(before.number, row.number) { return .problem(.unsettled) }
      found.append(row)
    }
    return .rows(ids, found)
  }

  private func isSorted(_ first: Int64?, _ second: Int64?) -> Bool {
    guard let first else { return second == nil }
    return second.map { first <= $0 } ?? true
  }
}

extension Listing: OrderedRows {
  /// How many rows there are, or at least have been found so far.
  public var rowCount: Int { count.value }

  /// The rows in a range; nil while they are still being found.
  public func ids(in places: Range<Int>) throws(StoreError) -> [RecordID]? {
    guard isSettled, isShowingLatest else { return nil }
    let found = try rows(in: places).compactMap { $0?.id }
    return found.count == places.count ? found : nil
  }

  /// The index of a row; nil if the list does not show it.
  public func place(of id: RecordID) throws(StoreError) -> Int? { try position(of: id) }
}

/// The rows that a query has found, in order.
public struct SelectedRows: OrderedRows {
  private let ids: [RecordID]
  private let places: [RecordID: Int]

  /// Finds the rows of a query; O(*n*) in the rows.
  public init(of rows: RowSelection) throws(StoreError) {
    ids = try rows.ids()
    places = Dictionary(ids.enumerated().map { ($1, $0) }) { first, _ in first }
  }

  /// How many rows there are.
  public var rowCount: Int { ids.count }

  /// The rows in a range.
  public func ids(in places: Range<Int>) -> [RecordID]? { Array(ids[places.clamped(to: ids.indices)]) }

  /// The index of a row; nil if the query has not found it.
  public func place(of id: RecordID) -> Int? { places[id] }
}
