import BookStore
import Records
import Screens

/// Deletions, and the question before them.
extension Browser {
  /// Asks whether to delete rows, and says how many of them the filter hides and how many others go along.
  func askToDelete(_ rows: RowSet, _ count: RowCount, _ title: String?) throws(StoreError) {
    var (hidden, others) = (0, RowCount.exactly(0))
    if case .rows(let ids) = rows {
      // A single mark outlives a filter that does not show it.
      if title == nil, !listing.latestWords.isEmpty {
        let matcher = Matcher(listing.latestWords)
        for id in ids where !(try listing.matches(matcher, id)) { hidden += 1 }
      }
      others = try store.countCascades(from: ids, limit: 1_000)
    } else if try store.hasCascades(listing.schema.id) {
      others = .atLeast(0)
    }
    stack.receive(
      .alert(
        .deleting(rows, count, listing.schema, title: title, hiddenCount: hidden, others: others)))
  }

  /// Deletes a row, and says what went along.
  func delete(_ id: RecordID) throws(StoreError) {
    var otherCount = 0
    try keepingSelection { () throws(StoreError) in otherCount = try store.delete(id) }
    stack.receive(.deleted(id))
    if otherCount > 0 { lookAgain() }
    stack.message = Wording.deleted(try store.schema(of: id.table), otherCount: otherCount)
  }
}
