import BookStore
import Queries
import Records
import Screens

final class Deletions {
  /// The most rows whose titles are remembered until the question is answered.
  private static let askedCount = 1_024

  private let workspace: Workspace
  private(set) var askedTitles: SeenTitles?

  init(_ workspace: Workspace) { self.workspace = workspace }

  private var store: BookStore { workspace.store }
  private var listing: Listing { workspace.listing }

  func ask(about rows: RowSet, _ count: RowCount, _ title: String?) throws(StoreError) {
    try checkIsShown(rows, title)
    var hidden = 0
    // A single mark survives a filter that hides its row.
    if case .rows(let ids) = rows, title == nil, !listing.latestWords.isEmpty {
      if let shown = workspace.focus.knownIDs {
        hidden = ids.subtracting(shown).count
      } else {
        let finder = listing.finder(listing.latestWords)
        for id in ids where !(try listing.matches(finder, id)) { hidden += 1 }
      }
    }
    let (ids, areAll) = try first(of: rows)
    if case .rows = rows {
      askedTitles = try? store.rowEditor.identities.seenTitles(of: ids.prefix(Self.askedCount))
    }
    workspace.stack.receive(
      .alert(
        .deleting(
          rows, count, listing.schema, title: title, hiddenCount: hidden,
          in: store.rowEditor.deletionCounter.count(ids, areAll: areAll))))
  }

  func ask(aboutRelated id: RecordID, _ said: String) throws(StoreError) {
    askedTitles = try? store.rowEditor.identities.seenTitles(of: [id])
    workspace.stack.receive(
      .alert(
        .deleting(
          .rows([id]), .exactly(1), try store.schema(of: id.table), title: said,
          in: store.rowEditor.deletionCounter.count([id]))))
  }

  private func checkIsShown(_ rows: RowSet, _ title: String?) throws(StoreError) {
    guard let title, case .rows(let ids) = rows, let id = ids.first,
      let held = (try? store.rowEditor.identities.shownTitle(of: id)) ?? nil
    else { return }
    if Wording.title(held, try store.schema(of: id.table)) != title { throw .rowReplaced }
  }

  private func first(of rows: RowSet) throws(StoreError) -> (ids: [RecordID], areAll: Bool) {
    let limit = Self.askedCount
    if case .rows(let ids) = rows { return (Array(ids.prefix(limit)), ids.count <= limit) }
    let shown = try listing.rows(in: 0..<min(limit, listing.count.value)).compactMap { $0?.id }
    let ids = shown.filter { rows.contains($0) }
    return (ids, listing.count.isExact && listing.count.value <= limit)
  }

  /// Asks about the row that already has a unique value, if the table itself would replace that row.
  func askToReplace(_ error: StoreError, in schema: Schema, _ effect: Effect) throws(StoreError) {
    guard schema.replacesRows, case .notUnique(let fields, let values) = error else { return }
    let ids = try store.constraints.holders(of: values, in: fields, of: schema.id)
    guard let first = ids.first else { return }
    askedTitles = try? store.rowEditor.identities.seenTitles(of: ids)
    let title = workspace.title(of: first, schema)
    workspace.stack.receive(
      .alert(
        .replacing(
          ids, StoreWording.sentence(error, in: schema), title,
          in: store.rowEditor.deletionCounter.count(ids),
          effect))
    )
  }

  func delete(_ id: RecordID) throws(StoreError) {
    var otherCount = 0
    try workspace.focus.keepingSelection { () throws(StoreError) in
      otherCount = try store.delete([id], seenAs: askedTitles)
    }
    workspace.stack.receive(.deleted(id))
    if otherCount > 0 { workspace.lookAgain() }
    workspace.stack.message = BrowserWording.deleted(try store.schema(of: id.table), otherCount: otherCount)
  }
}
