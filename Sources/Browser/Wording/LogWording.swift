import BookStore
import Cells
import Formats
import Platform
import Records
import Screens

/// The wording about the edit log, other programs, and conflicts with them.
public enum LogWording {
  package static func logUnavailable(_ error: StoreError) -> Message {
    if error == .newerEditLog || error == .olderEditLog {
      return .problem(
        "Edits are now written at each Save and cannot be undone. \(StoreWording.sentence(error))")
    }
    return .problem(
      "Edits are now written at each Save: the edit log cannot be used. \(StoreWording.sentence(error))")
  }

  /// Says that a command's changes are not in the edit log, and why.
  public static func notUndoable(_ error: StoreError) -> String {
    "This cannot be undone: the edit log cannot be used. \(StoreWording.sentence(error))"
  }

  /// Says why commands that need the edit log cannot do anything.
  public static func logUnreadable(_ error: StoreError) -> String {
    "The edit log cannot be used, so nothing can be undone or listed. \(StoreWording.sentence(error))"
  }

  package static func inMemoryOnly(_ count: Int, _ reason: StoreError) -> Message {
    let edits = count == 1 ? "1 edit is" : "\(Wording.number(count)) edits are"
    return .problem(
      "\(edits) in memory only: neither the edit log nor the database accepts \(count == 1 ? "it" : "them"). \(StoreWording.sentence(reason))"
    )
  }

  package static func rescued(to path: String, unsavedCount: Int) -> Message {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let rows = unsavedCount == 1 ? "1 row" : "\(Wording.number(unsavedCount)) rows"
    return Message(
      "Copied to \(name), in the same folder\(unsavedCount == 0 ? "" : ", with the changes of \(rows)").")
  }

  /// Says that a new log was started, and what that means.
  public static func logRenewed(_ renewal: LogRenewal) -> Message {
    switch renewal {
    case .removed:
      .problem(
        "The edit log was removed. A new one holds the unwritten changes; earlier changes cannot be undone.")
    case .setAside(let path):
      .problem(
        "The edit log is of an older booklist, so earlier changes cannot be undone. It is kept as \(path).")
    }
  }

  package static let noLog = Message.problem("There is no edit log, so nothing can be undone.")

  package static let fullHistory = Message(
    "The history is full: its oldest steps will be dropped at the next start.")

  package static let noHistoryRead = Message(
    "Opened read-only, without the edit log, so there is no history.")

  package static func stopped(_ done: Message, _ error: StoreError?) -> Message {
    guard let error else { return Message("Cancelled. \(done.text) The next start asks again.") }
    return .problem("\(done.text) The next start asks again. \(StoreWording.sentence(error))")
  }

  package static func stopped(_ done: Message?, _ error: StoreError?, _ schema: Schema, isRedo: Bool)
    -> Message
  {
    guard let error else {
      guard let done else { return StoreWording.cancelled }
      return Message("Cancelled. \(done.text) \(isRedo ? "^R does" : "u undoes") the rest.")
    }
    let reason = StoreWording.sentence(error, in: schema)
    return .problem(done.map { "\($0.text) The rest stays. \(reason)" } ?? reason)
  }

  package static func leftOut(_ undo: UndoJob, after done: Message, _ schema: Schema, goOn: String)
    -> Message?
  {
    var sentences = [done.text]
    if undo.undone.conflictCount > 0 {
      let count = undo.undone.conflictCount
      sentences.append(
        "\(count == 1 ? "1 is" : "\(Wording.number(count)) are") in conflict with another program: press C.")
    }
    let count = undo.undone.leftOutCount + undo.undone.otherLeftOutCount
    if let first = undo.leftOut.first {
      let more = count > 1 ? " and \(Wording.number(count - 1)) more" : ""
      sentences.append(
        "Left out: \(HistoryWording.quoted(first.title, schema))\(more). \(StoreWording.sentence(first.error, in: schema))"
      )
      sentences.append("\(goOn) tries again, C shows them.")
    }
    return sentences.count > 1 ? .problem(sentences.joined(separator: " ")) : nil
  }

  /// What an undo has skipped, one line for each row.
  public static func leftOut(_ undo: UndoJob, _ schema: Schema) -> [String] {
    leftOut(undo.leftOut, count: undo.undone.leftOutCount + undo.undone.otherLeftOutCount, schema)
  }

  private static func leftOut(_ rows: [LeftOutChange], count: Int, _ schema: Schema) -> [String] {
    let named = rows.prefix(5)
    let lines = named.map {
      "\(HistoryWording.quoted($0.title, schema)): \(StoreWording.sentence($0.error, in: schema))"
    }
    let more = count - named.count
    return lines + (more > 0 ? ["…and \(Wording.number(more)) more."] : [])
  }

  package static func notUndone(_ rows: [LeftOutChange], count: Int, _ schema: Schema, isRedo: Bool) -> String
  {
    let changes = count == 1 ? "a change" : "\(Wording.number(count)) changes"
    return (["Not \(isRedo ? "redone" : "undone"): \(changes)."] + leftOut(rows, count: count, schema))
      .joined(separator: " ")
  }

  /// Says that the program continues the undo of a program that died.
  public static func resumed(_ count: Int, isRedo: Bool) -> String {
    "A program ended in the middle of \(isRedo ? "a redo" : "an undo"), with \(changes(count)). This finishes it."
  }

  /// Reports the other unsaved changes of dead sessions.
  public static func unsaved(_ count: Int) -> String {
    "\(changes(count).prefix(1).uppercased() + changes(count).dropFirst()) of an earlier session \(count == 1 ? "is" : "are") in the edit log. Open booklist to restore or discard \(count == 1 ? "it" : "them")."
  }

  /// Says that a dead session left an undo or a redo unfinished.
  public static func unfinished(_ reversal: (isRedo: Bool, count: Int)) -> String {
    let name = reversal.isRedo ? "redo" : "undo"
    return
      "A program ended in the middle of \(reversal.isRedo ? "a redo" : "an undo"), with \(changes(reversal.count)). booklist \(name) finishes it."
  }

  /// Says why a step cannot be undone or redone, and how to skip it.
  public static func stuck(_ step: StepEntry, _ schema: Schema?, _ error: StoreError, isRedo: Bool) -> String
  {
    let (name, done) = isRedo ? ("redo", "redone") : ("undo", "undone")
    let reason = schema.map { StoreWording.sentence(error, in: $0) } ?? StoreWording.sentence(error)
    return
      "Not \(done): \(HistoryWording.line(step, schema)). \(reason) booklist \(name) --skip passes over it."
  }

  package static func notRecovered(_ error: StoreError) -> Message {
    .problem("Could not look for unsaved changes of an earlier session. \(StoreWording.sentence(error))")
  }

  package static func notTakenOver(_ error: StoreError) -> Message {
    let reason =
      switch error {
      case .busy: "Another program uses it: close that, and open the file again."
      case .alreadyExists: "The file already has a new one."
      default: StoreWording.sentence(error)
      }
    return .problem("The edit log was not taken over. \(reason)")
  }

  package static func restored(_ restoration: Restoration) -> Message {
    let count = restoration.restoredCount
    let restored = "Restored \(Wording.number(count)) \(count == 1 ? "change" : "changes")"
    let conflicts = restoration.conflicts.count
    var sentences = count == 0 && !restoration.obstacles.isEmpty ? [] : [restored + "."]
    if conflicts > 0 {
      sentences = [
        restored + "; \(Wording.number(conflicts)) \(conflicts == 1 ? "is" : "are") in conflict: press C."
      ]
    }
    if let obstacle = restoration.obstacles.first {
      sentences.append(
        "Not restored, and still offered: \(Wording.number(restoration.obstacles.count)). \(why(obstacle)) Press C."
      )
    }
    let text = sentences.joined(separator: " ")
    return restoration.obstacles.isEmpty && conflicts == 0 ? Message(text) : .problem(text)
  }

  package static func notRestored(_ obstacle: Restoration.Obstacle) -> String {
    "Not restored: \(obstacle.change.column ?? "") \(name(obstacle.change.after)). \(why(obstacle))"
  }

  private static func why(_ obstacle: Restoration.Obstacle) -> String {
    let change = obstacle.change
    switch obstacle.reason {
    case .noColumn:
      return "“\(change.table)” or its column “\(change.column ?? "")” has another name, or is gone."
    case .noRow: return "The row \(name(change.title)) is gone."
    case .otherRow(let present):
      return "The row \(name(change.title)) was replaced: \(name(present)) has its key now."
    }
  }

  private static func name(_ value: Value) -> String {
    "“\(Wording.shortened(value.plainText ?? Wording.empty, to: 40))”"
  }

  package static func discarded(_ count: Int) -> Message { Message("Discarded \(changes(count)).") }

  private static func changes(_ count: Int) -> String {
    count == 1 ? "1 unsaved change" : "\(Wording.number(count)) unsaved changes"
  }

  package static func toBeSettled(_ result: WriteBackResult, isQuestion: Bool = false) -> String {
    let count = result.conflicts.count
    let replacedCount = result.failures.count { $0.error == .rowReplaced }
    let goneCount = result.failures.count - replacedCount
    let fields = count == 1 ? "1 field was changed" : "\(Wording.number(count)) fields were changed"
    let rows = goneCount == 1 ? "1 row was deleted" : "\(Wording.number(goneCount)) rows were deleted"
    let others =
      replacedCount == 1 ? "1 row was replaced" : "\(Wording.number(replacedCount)) rows were replaced"
    let parts =
      (count > 0 ? [fields] : []) + (goneCount > 0 ? [rows] : [])
      + (replacedCount > 0 ? [others] : [])
    return "\(parts.joined(separator: " and ")) by another program meanwhile"
      + (isQuestion ? ". Settle shows the choices." : ": press C.")
  }

  package static func noConflicts(leftOut: Int) -> Message {
    guard leftOut > 0 else { return Message("There are no conflicts with another program.") }
    let rows = leftOut == 1 ? "1 row more" : "\(Wording.number(leftOut)) rows more"
    return Message("No conflicts so far. \(rows) are compared when the changes are written: press m.")
  }

  package static func settled(isWritten: Bool) -> Message {
    Message(
      isWritten
        ? "All conflicts are settled." : "All conflicts are settled; the next write-back writes your choices."
    )
  }

  package static func kept(_ choice: Conflict.Choice, _ field: Field) -> Message {
    Message("Kept \(whose(choice)) value of \(field.label).")
  }

  package static func kept(
    _ choice: ResolvingJob, isStopped: Bool, _ error: StoreError?, _ schema: Schema
  ) -> Message {
    var sentences = ["Kept \(whose(choice.choice)) values of \(rows(choice.resolvedCount))."]
    if isStopped { sentences.append("The rest stays.") }
    if let failure = choice.failures.first {
      sentences.append(
        "\(rows(choice.failures.count)) could not be inserted again. \(StoreWording.sentence(failure.error, in: schema))"
      )
    }
    if let error { sentences.append(StoreWording.sentence(error, in: schema)) }
    let text = sentences.joined(separator: " ")
    return error == nil && choice.failures.isEmpty ? Message(text) : .problem(text)
  }

  private static func rows(_ count: Int) -> String { count == 1 ? "1 row" : "\(Wording.number(count)) rows" }

  private static func whose(_ choice: Conflict.Choice) -> String {
    switch choice {
    case .mine: "your own"
    case .theirs: "the other program's"
    case .original: "the original"
    }
  }

  package static let insertedAgain = Message("Inserted the row again.")
  package static let discardedRow = Message("Discarded your changes to the deleted row.")
  package static let discardedStanding = Message("Discarded. What the database holds stays.")

  package static func keptStanding(_ change: StandingChange.Content) -> Message {
    switch change {
    case .edit: Message("Kept. It is offered again at the next start.")
    case .step(_, _, let isRedo): Message("Kept. \(isRedo ? "^R" : "u") goes on with it.")
    }
  }

  package static let standingOneByOne = Message(
    "There are no values to choose from: keep or discard each change.")

  package static let isGone = Message("The row of this change is gone.")

  package static func databaseChanged(_ error: StoreError?) -> Message {
    guard let error else { return Message("Another program changed the database, so it was read again.") }
    return .problem(
      "Another program changed the database, which cannot be read again. \(StoreWording.sentence(error))")
  }

  package static func schemaChanged(_ error: StoreError?) -> Message {
    guard let error else { return Message("Another program changed the tables, so they were read again.") }
    return .problem(
      "Another program changed the tables, which cannot be read again. \(StoreWording.sentence(error))")
  }
}
