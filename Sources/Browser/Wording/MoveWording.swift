import BookStore
import Records
import Screens

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
