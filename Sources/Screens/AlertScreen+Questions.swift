import Records

/// The questions that are asked before something is lost.
extension AlertScreen {
  /// Asks whether to delete rows.
  ///
  /// - Parameter hiddenCount: How many of them the list does not show.
  public static func deleting(
    _ rows: RowSet, _ count: RowCount, _ schema: Schema, hiddenCount: Int = 0
  ) -> AlertScreen {
    deleting(Wording.deleteQuestion(count, schema, hiddenCount: hiddenCount), .deleteRows(rows))
  }

  /// Asks before what deletes; nothing is deleted by Enter alone.
  static func deleting(_ question: String, _ effect: Effect) -> AlertScreen {
    let delete = Answer("Delete", effects: [effect], isDestructive: true)
    return AlertScreen(Message(question), answers: [Answer("Cancel"), delete])
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
