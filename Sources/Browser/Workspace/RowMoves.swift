import BookStore
import Records
import Screens

final class RowMoves {
  private unowned let workspace: Workspace
  /// The fields besides `position` whose numbers the person has agreed to change, by table and column.
  private var agreed: Set<[String]> = []
  /// The last move, which the next one joins while the key is held.
  private var last: Last?

  private struct Last {
    let rows: RowSet
    let step: EditStep
    let time: ContinuousClock.Instant
  }

  /// The longest time between two moves that one held key makes.
  private static let holding = Duration.milliseconds(800)

  init(_ workspace: Workspace) { self.workspace = workspace }

  private var store: BookStore { workspace.store }
  private var listing: Listing { workspace.listing }

  /// Moves rows of the current list, if that is sorted by hand; otherwise says how to get there.
  func move(_ rows: RowSet, _ move: HandOrder.Move, isConfirmed: Bool) throws(StoreError) {
    let schema = listing.schema
    guard let field = HandOrder.field(of: listing.latestOrder, in: schema) else { return explain(schema) }
    let name = [schema.table, schema.fields[field].column]
    if isConfirmed { agreed.insert(name) }
    guard HandOrder.field(in: schema) == field || agreed.contains(name) else {
      return workspace.stack.receive(.alert(MoveWording.question(rows, move, schema.fields[field])))
    }
    guard case .rows(let ids) = rows else {
      return workspace.stack.message = MoveWording.tooMany(RowMover.limit)
    }
    let step = try step(for: rows, ids)
    let mover = RowMover(field, of: listing, in: store)
    var result = RowMover.Result.unchanged
    try workspace.focus.keepingSelection { () throws(StoreError) in
      result = try mover.move(Array(ids), move, in: step)
    }
    if case .moved = result { last = Last(rows: rows, step: step, time: .now) }
    if workspace.isSavingAtOnce { workspace.writeBack() }
    if let message = MoveWording.reply(result, move, schema.fields[field]) {
      workspace.stack.message = message
    }
  }

  private func step(for rows: RowSet, _ ids: Set<RecordID>) throws(StoreError) -> EditStep {
    if let last, last.rows == rows, .now - last.time < Self.holding, store.isLatest(last.step) {
      return last.step
    }
    let title = ids.first.map { workspace.title(of: $0, listing.schema) } ?? ""
    return store.beginStep(from: .moved(ids.count, title))
  }

  private func explain(_ schema: Schema) {
    if let field = HandOrder.field(in: schema) {
      let order = ListOrder(field: field)
      return workspace.stack.receive(
        .alert(MoveWording.offer(toSortBy: schema.fields[field], order, workspace.focus.selectedRecord)))
    }
    guard schema.source == .table, schema.field(named: HandOrder.column) == nil else {
      return workspace.stack.message = MoveWording.notByHand
    }
    workspace.stack.receive(.alert(MoveWording.offer(toAddTo: schema)))
  }
}
