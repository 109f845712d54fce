import Records

extension AlertScreen {
  package static func quitting(_ question: Message) -> AlertScreen {
    let stop = Answer("Stop here", effects: [.quitStopping], isDestructive: true)
    return AlertScreen(
      question, answers: [Answer("Cancel"), Answer("Finish first", effects: [.quitFinishing]), stop])
  }

  /// Asks whether to cancel work that leaves nothing half done, and quit.
  public static func stopping(_ question: Message) -> AlertScreen {
    let stop = Answer("Stop and quit", effects: [.quitStopping], isDestructive: true)
    return AlertScreen(question, answers: [Answer("Cancel"), stop])
  }

  package static func recovering(_ found: AbandonedChanges, from time: String) -> AlertScreen {
    let count = found.count
    let changes = count == 1 ? "1 unsaved change" : "\(Wording.number(count)) unsaved changes"
    // Restoring an old value over a newer one should be a choice.
    let later = Message("Not restored. U lists the changes; Enter there asks again.")
    let doubt = "; the edit log failed after that, so the database may hold something newer"
    return AlertScreen(
      Message("\(changes) from \(time)\(found.isDoubtful ? doubt : "")"),
      answers: [
        Answer("Not now", effects: [.say(later)]), Answer("Restore", effects: [.restore]),
        Answer("Show", effects: [.openHistory(.abandoned)]),
        Answer("Discard", effects: [.discardAbandoned], isDestructive: true),
      ], dismissal: later)
  }

  /// Asks what to do when the database's file was moved, replaced or removed.
  ///
  /// `canOpen` is whether the file that is there now can be opened without losing edits.
  public static func replaced(canOpen: Bool, unsavedCount: Int) -> AlertScreen {
    let rows =
      unsavedCount == 0
      ? ""
      : unsavedCount == 1
        ? " 1 row has unsaved changes." : " \(Wording.number(unsavedCount)) rows have unsaved changes."
    let later = Message.problem("Nothing is written until the file is back. Changes are kept.")
    let open = canOpen ? [Answer("Open", effects: [.openReplacement])] : []
    return AlertScreen(
      .problem(
        "The database was moved, replaced or removed while it was open.\(rows) "
          + (canOpen ? "Open the new file, or copy the old one?" : "Copy the old one?")),
      answers: [Answer("Not now", effects: [.say(later)])] + open + [Answer("Copy", effects: [.rescue])],
      dismissal: later, isCautious: true)
  }

  /// Asks whether a moved file should take over the edit log of its former path.
  public static func takingOver(from path: String, unsavedCount: Int?) -> AlertScreen {
    let changes =
      switch unsavedCount {
      case nil, 0: ""
      case 1: " with 1 unsaved change"
      case let count?: " with \(Wording.number(count)) unsaved changes"
      }
    let later = Message("Not taken over. The next start asks again, unless you change something here.")
    return AlertScreen(
      Message("File moved: take over its edit log\(changes)? It was \(path)."),
      answers: [Answer("Not now", effects: [.say(later)]), Answer("Take over", effects: [.takeOverLog])],
      dismissal: later, isCautious: true)
  }
}
