import Records

/// The questions that are asked before something is lost.
extension AlertScreen {
  /// Asks whether to delete rows; nothing is deleted by Enter alone.
  ///
  /// - Parameters:
  ///   - title: What a single row is called that is not marked.
  ///   - hiddenCount: How many of them the list does not show.
  ///   - all: What goes in all, as far as anything can go along.
  public static func deleting(
    _ rows: RowSet, _ count: RowCount, _ schema: Schema, title: String? = nil, hiddenCount: Int = 0,
    in all: DeletionCount? = nil
  ) -> AlertScreen {
    var effect = Effect.deleteRows(rows)
    if title != nil, case .rows(let ids) = rows, let id = ids.first { effect = .delete(id) }
    let question =
      (title.map { Wording.deleteQuestion($0) }
        ?? Wording.deleteQuestion(count, schema, hiddenCount: hiddenCount))
      + Wording.along(all, with: title == nil ? count : .exactly(1))
    let delete = Answer("Delete", effects: [effect], isDestructive: true)
    return AlertScreen(Message(question), answers: [Answer("Cancel"), delete])
  }

  /// Asks whether to delete rows for the sake of one that may not stand beside them; not by Enter alone.
  ///
  /// - Parameters:
  ///   - reason: A sentence about what no two rows may hold.
  ///   - title: What the first of the rows is called.
  ///   - all: What goes in all, as far as anything can go along.
  ///   - effect: What the rows stand against.
  public static func replacing(
    _ ids: [RecordID], _ reason: String, _ title: String, in all: DeletionCount?, _ effect: Effect
  ) -> AlertScreen {
    let replace = Answer("Replace", effects: [.replace(ids, effect)], isDestructive: true)
    let question =
      "\(reason) \(Wording.replaceQuestion(title))" + Wording.along(all, with: .exactly(ids.count))
    return AlertScreen(Message(question), answers: [Answer("Cancel"), replace])
  }

  /// Asks whether to give up what was changed in rows that are gone; not by Enter alone.
  public static func givingUp(_ goneCount: Int) -> AlertScreen {
    let discard = Answer("Discard", effects: [.settleAll(.theirs, isConfirmed: true)], isDestructive: true)
    return AlertScreen(Wording.givingUpQuestion(goneCount), answers: [Answer("Cancel"), discard])
  }

  /// Asks what to do with work that is under way before the program ends.
  public static func quitting(_ question: Message) -> AlertScreen {
    let stop = Answer("Stop here", effects: [.quitStopping], isDestructive: true)
    return AlertScreen(
      question, answers: [Answer("Finish first", effects: [.quitFinishing]), stop, Answer("Cancel")])
  }

  /// Asks whether to let go of what was typed on the screen below.
  static func discarding(_ schema: Schema) -> AlertScreen {
    let discard = Answer("Discard", isDestructive: true, closesBelow: true)
    return AlertScreen(Wording.discardQuestion(schema), answers: [Answer("Go on editing"), discard])
  }
}
