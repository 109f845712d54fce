import BookStore
import Records
import Screens

final class RowMoves {
  private unowned let workspace: Workspace
  /// The fields besides `position` whose numbers the person has agreed to change, by table and column.
  private var agreed: Set<[String]> = []
  /// The next move joins this one while the key is held.
  private var last: Last?

  private struct Last {
    let rows: RowSet
    let step: EditStep
    let time: ContinuousClock.Instant
  }

  private static let holding = Duration.milliseconds(800)

  init(_ workspace: Workspace) { self.workspace = workspace }

  private var store: BookStore { workspace.store }
  private var listing: Listing { workspace.listing }

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

/// The wording about moving rows of a list that is sorted by hand.
public enum MoveWording {
  static let notByHand = Message.problem(
    "Rows move in a list that is sorted by a field of whole numbers: s sorts.")

  /// The reply if too many rows would have to be read.
  public static func tooMany(_ limit: Int) -> Message {
    .problem(
      "That would number more than \(Wording.number(limit)) rows. Mark fewer, or move them to the top: T does so, whatever is above."
    )
  }

  /// The reply to a move; nil if the list itself shows the result.
  public static func reply(_ result: RowMover.Result, _ move: HandOrder.Move, _ field: Field) -> Message? {
    switch result {
    case .moved: return nil
    case .unchanged:
      if case .by(1...) = move { return Message("That is the end of the list.") }
      return Message("That is the top of the list.")
    case .notListed: return .problem("The list does not show the rows that should move.")
    case .tooMany(let limit): return tooMany(limit)
    case .noNumber:
      return .problem("A row there has no whole number in “\(field.label)”, so it has no place to move from.")
    case .unsettled: return Message("The list is still being sorted. Press the key again.")
    }
  }

  static func question(_ rows: RowSet, _ move: HandOrder.Move, _ field: Field) -> AlertScreen {
    AlertScreen(
      Message(
        "Moving rows changes their “\(field.label)”. Does that field only say in which order the rows are?"),
      answers: [
        .init("Cancel"), .init("Move", effects: [.moveRows(rows, move, isConfirmed: true)]),
      ])
  }

  static func offer(toSortBy field: Field, _ order: ListOrder, _ id: RecordID?) -> AlertScreen {
    AlertScreen(
      Message("Rows move in a list that is sorted by hand. Sort by “\(field.label)”?"),
      answers: [.init("Cancel"), .init("Sort", effects: [.order(order, keeping: id)])])
  }

  static func offer(toAddTo schema: Schema) -> AlertScreen {
    let type = FieldType.all.first { $0.shortName == "integer" }
    let effects = type.map {
      Effect.askToChangeField(schema.id, .add(NewField(name: HandOrder.column, type: $0)))
    }
    return AlertScreen(
      Message(
        "Rows move in a list that is sorted by a field of whole numbers. Add “\(HandOrder.column)” for an order of your own?"
      ),
      answers: [.init("Cancel"), .init("Add", effects: [effects].compactMap(\.self))])
  }
}
