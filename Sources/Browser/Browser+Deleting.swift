import BookStore
import Records
import Screens

/// Deletions, and the question before them.
extension Browser {
  /// Asks whether to delete rows, and says how many of them the filter hides and what goes along.
  func askToDelete(_ rows: RowSet, _ count: RowCount, _ title: String?) throws(StoreError) {
    var hidden = 0
    // A single mark outlives a filter that does not show it.
    if case .rows(let ids) = rows, title == nil, !listing.latestWords.isEmpty {
      let matcher = Matcher(listing.latestWords)
      for id in ids where !(try listing.matches(matcher, id)) { hidden += 1 }
    }
    let all = self.count(rows)
    stack.receive(
      .alert(.deleting(rows, count, listing.schema, title: title, hiddenCount: hidden, in: all)))
  }

  /// Counts what goes with rows of the list, if anything can.
  private func count(_ rows: RowSet) -> DeletionCount? {
    if case .rows(let ids) = rows { return count(Array(ids)) }
    var work = RowWork(.delete, rows, total: listing.total.value)
    return store.countDeletion(in: listing.schema.id) { () throws(StoreError) in
      var ids: [RecordID] = []
      while ids.isEmpty, work.done < work.total { ids = try nextRows(&work) }
      return ids
    }
  }

  private func count(_ ids: [RecordID]) -> DeletionCount? {
    guard let table = ids.first?.table else { return nil }
    var rest = ids
    return store.countDeletion(in: table) { () throws(StoreError) in
      defer { rest = [] }
      return rest
    }
  }

  /// Asks whether to delete the row that holds what no two rows may, where the table itself would replace it.
  ///
  /// - Parameter effect: What the row stands against.
  func askToReplace(_ error: StoreError, in schema: Schema, _ effect: Effect) throws(StoreError) {
    guard schema.replacesRows, case .notUnique(let fields, let values) = error else { return }
    let ids = try store.holders(of: values, in: fields, of: schema.id)
    guard let first = ids.first else { return }
    let title = title(of: first, schema)
    stack.receive(
      .alert(.replacing(ids, Wording.sentence(error, in: schema), title, in: count(ids), effect)))
  }

  /// Deletes rows and does what they stood against.
  func replace(_ ids: [RecordID], _ effect: Effect) throws(StoreError) {
    for id in ids { try delete(id) }
    perform([effect])
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
