import BookStore
import Records
import Screens
import TextSearch

/// Deletions, and the question before them.
extension Browser {
  /// Asks whether to delete rows, and says how many of them the filter hides and what goes along.
  func askToDelete(_ rows: RowSet, _ count: RowCount, _ title: String?) throws(StoreError) {
    try checkIsShown(rows, title)
    var hidden = 0
    // A single mark outlives a filter that does not show it.
    if case .rows(let ids) = rows, title == nil, !listing.latestWords.isEmpty {
      let matcher = Matcher(listing.latestWords)
      for id in ids where !(try listing.matches(matcher, id)) { hidden += 1 }
    }
    let (ids, areAll) = try first(of: rows)
    if case .rows = rows { askedTitles = try? store.rowEditor.seenTitles(of: ids.prefix(Self.askedCount)) }
    stack.receive(
      .alert(
        .deleting(
          rows, count, listing.schema, title: title, hiddenCount: hidden,
          in: store.rowEditor.countDeletion(of: ids, areAll: areAll))))
  }

  /// The rows that are known by their titles when the answer comes.
  private static let askedCount = 1_024

  /// Checks that the row which was shown with a title is that row still, before anything is asked about it.
  private func checkIsShown(_ rows: RowSet, _ title: String?) throws(StoreError) {
    nextOthersCheck = .now
    noticeOthers()
    guard let title, case .rows(let ids) = rows, let id = ids.first,
      let held = (try? store.rowEditor.shownTitle(of: id)) ?? nil
    else { return }
    if Wording.title(held, try store.schema(of: id.table)) != title { throw .rowReplaced }
  }

  /// The names of some rows of the list, and whether these are all of them.
  private func first(of rows: RowSet) throws(StoreError) -> (ids: [RecordID], areAll: Bool) {
    if case .rows(let ids) = rows { return (Array(ids), true) }
    let limit = 1_024
    let shown = try listing.rows(in: 0..<min(limit, listing.count.value)).compactMap { $0?.id }
    let ids = shown.filter { rows.contains($0) }
    return (ids, listing.count.isExact && listing.count.value <= limit)
  }

  /// Asks whether to delete the row that holds what no two rows may, where the table itself would replace it.
  ///
  /// - Parameter effect: What the row stands against.
  func askToReplace(_ error: StoreError, in schema: Schema, _ effect: Effect) throws(StoreError) {
    guard schema.replacesRows, case .notUnique(let fields, let values) = error else { return }
    let ids = try store.constraints.holders(of: values, in: fields, of: schema.id)
    guard let first = ids.first else { return }
    askedTitles = try? store.rowEditor.seenTitles(of: ids)
    let title = title(of: first, schema)
    stack.receive(
      .alert(
        .replacing(
          ids, Wording.sentence(error, in: schema), title, in: store.rowEditor.countDeletion(of: ids), effect)
      )
    )
  }

  /// Deletes rows and does what they stood against.
  func replace(_ ids: [RecordID], _ effect: Effect) throws(StoreError) {
    for id in ids { try delete(id) }
    perform([effect])
  }

  /// Deletes a row, and says what went along.
  func delete(_ id: RecordID) throws(StoreError) {
    var otherCount = 0
    let seen = askedTitles
    try keepingSelection { () throws(StoreError) in
      otherCount = try store.delete([id], seenAs: seen)
    }
    stack.receive(.deleted(id))
    if otherCount > 0 { lookAgain() }
    stack.message = Wording.deleted(try store.schema(of: id.table), otherCount: otherCount)
  }
}
