import Records
import TextSearch

extension BookStore {
  /// What a look for a row ended with.
  public enum SeekEnd: Hashable, Sendable {
    /// The row at this place matches.
    case found(Int)
    /// No row matches.
    case nothing
  }

  /// Begins to look in the background for the next row that matches, round the end of a listing that is settled.
  ///
  /// `endOfSeek(in:)` has the end of it. Edits count, whether or not the database has them.
  ///
  /// - Parameters:
  ///   - place: Where to start; its row is the last that is looked at.
  ///   - isForward: Whether later rows come first, and not earlier ones.
  public func startSeeking(
    _ matcher: Matcher, from place: Int, isForward: Bool, in listing: Listing
  ) throws(StoreError) {
    guard let id = try listing.rows(in: place..<place + 1).first??.id else { return }
    let order = listing.order
    var value = Value.null
    if let field = order.field { value = try listing.placedValue(field, of: id) }
    let query = ListQuery(sql: listing.sql, order: order, matcher: matcher, scope: listing.scope)
    listing.start(
      RowSeek(
        query: query, id: id, value: value, isForward: isForward,
        edited: Set(edited(in: query).map(\.id)), total: listing.total.value))
  }

  /// The end of a look for a row; nil where none was begun, or it is not over.
  ///
  /// - Throws: What the look ended with.
  public func endOfSeek(in listing: Listing) throws(StoreError) -> SeekEnd? {
    guard let running = listing.runningSeek, let result = running.result else { return nil }
    listing.cancelSeeking()
    let seek = running.seek
    let found = try result.get()
    if let found, let matcher = seek.query.matcher, try !listing.matches(matcher, found) {
      // It was edited meanwhile.
      let place = try listing.position(of: seek.id) ?? 0
      try startSeeking(matcher, from: place, isForward: seek.isForward, in: listing)
      return nil
    }
    return try nearest(to: seek, found, in: listing).map { .found($0) } ?? .nothing
  }

  /// The place of the row that comes first, of one that the database has and of those whose edits it does not have.
  private func nearest(
    to seek: RowSeek, _ found: RecordID?, in listing: Listing
  ) throws(StoreError) -> Int? {
    let start = try listing.position(of: seek.id) ?? 0
    let count = listing.count.value
    var best: (place: Int, distance: Int)?
    for id in [found].compactMap({ $0 }) + edited(in: seek.query).map(\.id) {
      guard let matcher = seek.query.matcher, try listing.matches(matcher, id),
        let place = try listing.position(of: id)
      else { continue }
      let distance = ((seek.isForward ? place - start : start - place) + count - 1) % count
      if best.map({ distance < $0.distance }) ?? true { best = (place, distance) }
    }
    return best?.place
  }

  /// The records with edits that the database does not have and that may count, unless they are very many.
  private func edited(in query: ListQuery) -> [Record] {
    let fields = query.searchedFields + [query.order.field].compactMap { $0 } + (query.scope?.fields ?? [])
    let edited = records.dirty.lazy.filter { record in
      record.id.table == query.sql.schema.id && record.originals.contains { fields.contains($0.index) }
    }
    let some = Array(edited.prefix(Listing.placedCount + 1))
    return some.count > Listing.placedCount ? [] : some
  }
}
