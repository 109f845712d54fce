import BookStore
import Records
import Screens

/// The sentences about the edit log, about other programs, and about what is to be settled with them.
extension Wording {
  /// Says that edits are not logged any more, and what follows.
  static func logUnavailable(_ error: StoreError) -> Message {
    if error == .newerEditLog {
      return .problem("Edits are now written at each Save and cannot be undone. \(sentence(error))")
    }
    return .problem("Edits are now written at each Save: the edit log cannot be used. \(sentence(error))")
  }

  /// Says that nothing but this program has some edits, and why.
  static func inMemoryOnly(_ count: Int, _ reason: StoreError) -> Message {
    let edits = count == 1 ? "1 edit is" : "\(number(count)) edits are"
    return .problem(
      "\(edits) in memory only: neither the edit log nor the database takes \(count == 1 ? "it" : "them"). \(sentence(reason))"
    )
  }

  /// Says what the copy beside a database that was replaced is called.
  static func rescued(to path: String, unsavedCount: Int) -> Message {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let rows = unsavedCount == 1 ? "1 row" : "\(number(unsavedCount)) rows"
    return Message(
      "Copied to \(name), in the same folder\(unsavedCount == 0 ? "" : ", with the changes of \(rows)").")
  }

  /// Says that the log was begun anew, and what follows.
  static let logRenewed = Message.problem(
    "The edit log was removed. A new one has what is not written yet; what was done before cannot be undone.")

  /// What undo says where there is no edit log.
  static let noLog = Message.problem("There is no edit log, and so nothing can be undone.")

  /// Says that not all of what is listed will be there the next time.
  static let fullHistory = Message("The history is full: its oldest steps will be dropped at the next start.")

  /// What the key to the history says where the edit log is not opened because nothing may be written.
  static let noHistoryRead = Message("Read-only: the edit log is not opened, and so there is no history.")

  /// Says that a recovery was stopped, and why.
  static func stopped(_ done: Message, _ error: StoreError?) -> Message {
    guard let error else { return Message("Cancelled. \(done.text) The next start asks again.") }
    return .problem("\(done.text) The next start asks again. \(sentence(error))")
  }

  /// Says that a large step was stopped, how far it has come, and why.
  static func stopped(_ done: Message?, _ error: StoreError?, _ schema: Schema, isRedo: Bool) -> Message {
    guard let error else {
      guard let done else { return cancelled }
      return Message("Cancelled. \(done.text) \(isRedo ? "^R does" : "u undoes") the rest.")
    }
    let reason = sentence(error, in: schema)
    return .problem(done.map { "\($0.text) The rest stays. \(reason)" } ?? reason)
  }

  /// Says that what a dead session may have left could not be looked for.
  static func notRecovered(_ error: StoreError) -> Message {
    .problem("Unsaved changes of an earlier session could not be looked for. \(sentence(error))")
  }

  /// Says that the edit log of a file that was moved could not be taken over, and why.
  static func notTakenOver(_ error: StoreError) -> Message {
    let reason =
      switch error {
      case .busy: "Another program uses it: close that, and open the file again."
      case .alreadyExists: "The file has a new one by now."
      default: sentence(error)
      }
    return .problem("The edit log was not taken over. \(reason)")
  }

  /// Says what was restored.
  static func restored(_ restoration: Restoration) -> Message {
    let count = restoration.restoredCount
    let restored = "Restored \(number(count)) \(count == 1 ? "change" : "changes")"
    let conflicts = restoration.conflicts.count
    var sentences = [restored + "."]
    if conflicts > 0 {
      sentences = [restored + "; \(number(conflicts)) \(conflicts == 1 ? "is" : "are") in conflict: press C."]
    }
    if let failure = restoration.failures.first {
      sentences.append("Not restored: \(number(restoration.failures.count)). \(sentence(failure.error))")
    }
    let text = sentences.joined(separator: " ")
    return restoration.failures.isEmpty && conflicts == 0 ? Message(text) : .problem(text)
  }

  /// Says that what a dead session has left was given up.
  static func discarded(_ count: Int) -> Message { Message("Discarded \(changes(count)).") }

  private static func changes(_ count: Int) -> String {
    count == 1 ? "1 unsaved change" : "\(number(count)) unsaved changes"
  }

  /// Says that another program has changed, deleted or replaced what was changed here, too, and how it is settled.
  ///
  /// - Parameter isQuestion: Whether an answer leads there, and not the key.
  static func toBeSettled(_ result: WriteBackResult, isQuestion: Bool = false) -> String {
    let count = result.conflicts.count
    let replacedCount = result.failures.count { $0.error == .rowReplaced }
    let goneCount = result.failures.count - replacedCount
    let fields = count == 1 ? "1 field was changed" : "\(number(count)) fields were changed"
    let rows = goneCount == 1 ? "1 row was deleted" : "\(number(goneCount)) rows were deleted"
    let others =
      replacedCount == 1 ? "1 row was replaced" : "\(number(replacedCount)) rows were replaced"
    let parts =
      (count > 0 ? [fields] : []) + (goneCount > 0 ? [rows] : [])
      + (replacedCount > 0 ? [others] : [])
    return "\(parts.joined(separator: " and ")) by another program meanwhile"
      + (isQuestion ? ". Settle shows what to choose from." : ": press C.")
  }

  /// What the key to the conflicts says where there are none.
  static let noConflicts = Message("No other program has changed what was changed here.")

  /// Says that nothing is in conflict any more.
  ///
  /// - Parameter isWritten: Whether the database is given what was chosen by now.
  static func settled(isWritten: Bool) -> Message {
    Message(isWritten ? "All is settled." : "All is settled; the next write-back writes what was chosen.")
  }

  /// Says which value of a field is kept.
  static func kept(_ choice: Conflict.Choice, _ field: Field) -> Message {
    Message("Kept \(whose(choice)) value of \(field.label).")
  }

  /// Says whose values were kept of how many rows, where some are still to be settled, and why.
  static func kept(
    _ choice: ResolvingJob, isStopped: Bool, _ error: StoreError?, _ schema: Schema
  ) -> Message {
    var sentences = ["Kept \(whose(choice.choice)) values of \(rows(choice.resolvedCount))."]
    if isStopped { sentences.append("The rest stays.") }
    if let failure = choice.failures.first {
      sentences.append(
        "\(rows(choice.failures.count)) could not be inserted again. \(sentence(failure.error, in: schema))")
    }
    if let error { sentences.append(sentence(error, in: schema)) }
    let text = sentences.joined(separator: " ")
    return error == nil && choice.failures.isEmpty ? Message(text) : .problem(text)
  }

  private static func rows(_ count: Int) -> String { count == 1 ? "1 row" : "\(number(count)) rows" }

  private static func whose(_ choice: Conflict.Choice) -> String {
    switch choice {
    case .mine: "your own"
    case .theirs: "the other program's"
    case .original: "the original"
    }
  }

  /// Says that a row is back which another program had deleted.
  static let insertedAgain = Message("Inserted the row again.")

  /// Says that a row was given up which another program had deleted.
  static let discardedRow = Message("Discarded what was changed in the row that is gone.")

  /// What Enter says on a change whose row is not there any more.
  static let isGone = Message("The row of this change is gone.")

  /// What is said where another program has written to a database that nobody had open before.
  static func databaseChanged(_ error: StoreError?) -> Message {
    guard let error else { return Message("Another program has changed the database; it was read again.") }
    return .problem(
      "Another program has changed the database, which cannot be read again. \(sentence(error))")
  }

  /// What is said where tables were changed by another program and could not be read again.
  static func schemaChanged(_ error: StoreError?) -> Message {
    guard let error else { return Message("Another program has changed the tables; they were read again.") }
    return .problem("Another program has changed the tables, which cannot be read again. \(sentence(error))")
  }
}
