import Cells
import Records

/// The words about undo, the history and conflicts.
public enum HistoryWording {
  /// The heading of the history.
  static let history = "History"

  /// The heading of the list of the changes of one step.
  static let changesOfStep = "Changes of one step"

  /// The heading of the list of what a dead session has left.
  static let abandoned = "Unsaved changes"

  /// What a history says that holds nothing.
  static let noHistory = "No changes yet."

  /// The heading of the screen of conflicts.
  static let conflicts = "Changed by another program"

  /// What became of a change, in a word.
  public static func name(of state: ChangeEntry.State) -> String {
    switch state {
    case .pending: "unwritten"
    case .written: "written"
    case .undone: "undone"
    case .abandoned: "unsaved"
    case .discarded: "discarded"
    }
  }

  /// The same for a line of the history: `written`, or `120 of 500 written` if not all changes of a step share a fate.
  static func state(of line: HistoryLine) -> String {
    guard let changes = line.changes else { return name(of: line.state) }
    return state(
      line.state, count: changes.count, writtenCount: changes.writtenCount, undoneCount: changes.undoneCount)
  }

  /// The same for a step.
  public static func state(of step: StepEntry) -> String {
    state(
      step.main.state, count: step.count, writtenCount: step.writtenCount, undoneCount: step.undoneCount)
  }

  /// A step of the history as a sentence names it that goes on with why it cannot be undone.
  public static func stuck(_ step: StepEntry, _ schema: Schema?) -> String {
    line(step, schema) + (step.undoneCount > 0 ? " (\(state(of: step)))" : "")
  }

  private static func state(
    _ state: ChangeEntry.State, count: Int, writtenCount: Int, undoneCount: Int
  ) -> String {
    if state == .undone { return name(of: state) }
    if undoneCount > 0 {
      return "\(Wording.number(undoneCount)) of \(Wording.number(count)) \(name(of: .undone))"
    }
    guard writtenCount > 0, writtenCount < count else { return name(of: state) }
    return "\(Wording.number(writtenCount)) of \(Wording.number(count)) \(name(of: .written))"
  }

  /// What the person calls one of the three values.
  static func name(of choice: Conflict.Choice) -> String {
    switch choice {
    case .mine: "Mine"
    case .theirs: "Theirs"
    case .original: "Original"
    }
  }

  /// What brings a row back that another program has deleted.
  static let insertAgain = "Insert again"

  /// What gives up a row that another program has deleted.
  static let discard = "Discard"

  /// What leaves something as it is that could not be restored or undone, and offers it again later.
  static let keep = "Keep for later"

  /// The heading of a field in conflict.
  static func heading(of field: ConflictLine.Field, _ line: ConflictLine) -> String {
    "\(field.label) of “\(line.title)”"
  }

  /// What a row is called that is gone.
  static func goneHeading(_ line: ConflictLine) -> String {
    if let replacement = line.replacement {
      return "Replaced, and changed here: \(replacement.mine)"
    }
    return "“\(line.title)” was deleted, and was changed here"
  }

  /// What stands in the place of such a row.
  static func inItsPlace(_ replacement: ConflictLine.Replacement) -> String {
    "In its place: \(replacement.theirs)"
  }

  /// What a change is about, as the sentences of undo and the history name it: `Author of “Lamp”`.
  ///
  /// - Parameters:
  ///   - label: The field's, or nil if rows came or went, or several fields were set.
  ///   - what: The row's title in quotes, or the number of rows.
  static func subject(_ kind: ChangeEntry.Kind, label: String?, _ what: String) -> String {
    switch kind {
    case .edit: "\(label ?? "changes") of \(what)"
    case .insertion: "addition of \(what)"
    case .deletion: "deletion of \(what)"
    case .field: "field \(what)"
    }
  }

  /// A change of a table's fields, as the sentences of undo and the history name it: `addition of the field translator`.
  public static func subject(_ change: FieldChange) -> String {
    switch change {
    case .addition(let column, _): "addition of the field \(column)"
    case .removal(let column, _): "removal of the field \(column)"
    case .renaming(let column, let name): "new name \(name) of the field \(column)"
    }
  }

  /// A change of the history, with its values before and after: `Author of “Lamp”: a → b`.
  ///
  /// - Parameter limit: The most characters of a value.
  public static func line(_ change: ChangeEntry, _ schema: Schema?, limit: Int = 60) -> String {
    if let field = change.fieldChange {
      return sentence(subject(change.cause == .undo ? field.reversed : field), change.cause)
    }
    func text(_ value: Value) -> String {
      if value.isNull { return Wording.null }
      let field = change.field.flatMap { index in schema?.fields[index] }
      return Wording.shortened(
        (field ?? Field(column: "", label: "", kind: .text)).text(of: value), to: limit)
    }
    let rows =
      quoted(change.title, schema)
      + (change.rowCount > 1 ? " and \(Wording.number(change.rowCount - 1)) more" : "")
    let subject = subject(whatWas(change), label: change.label, rows)
    let values = change.kind == .edit ? ": \(text(change.before)) → \(text(change.after))" : ""
    return sentence(subject, change.cause) + values
  }

  /// A step of the history: `Author of 500 books`, or the change itself if it has only one.
  public static func line(_ step: StepEntry, _ schema: Schema?, limit: Int = 60) -> String {
    guard step.count > 1 else { return line(step.main, schema, limit: limit) }
    let count = step.alikeCount
    let rows =
      count == 1
      ? quoted(step.main.title, schema)
      : step.main.kind == .edit && !step.isOfOneField
        ? fields(count) : schema.map { Wording.count(count, $0) } ?? "\(Wording.number(count)) rows"
    let label = step.isOfOneField ? step.main.label : nil
    return sentence(
      subject(whatWas(step.main), label: label, rows + along(step.count - count)), step.main.cause)
  }

  /// A number of fields, of one row or of several.
  private static func fields(_ count: Int) -> String {
    count == 1 ? "1 field" : "\(Wording.number(count)) fields"
  }

  private static func sentence(_ subject: String, _ cause: ChangeEntry.Cause) -> String {
    switch cause {
    case .edit: subject.prefix(1).uppercased() + subject.dropFirst()
    case .undo: "Undone: \(subject)"
    case .redo: "Redone: \(subject)"
    }
  }

  /// What a change has undone, if it is an undo, and otherwise what it does.
  private static func whatWas(_ change: ChangeEntry) -> ChangeEntry.Kind {
    change.cause == .undo ? change.kind.reversed : change.kind
  }

  /// A row's title in quotes; a long one is cut.
  public static func quoted(_ title: Value, _ schema: Schema?) -> String {
    let text = title.isNull ? Wording.null : schema?.text(ofTitle: title) ?? Schema.books.text(ofTitle: title)
    return "“\(Wording.shortened(text, to: 40))”"
  }

  /// Says what was undone or done again, by the same words for one row and for many.
  public static func undone(_ step: UndoneStep, _ schema: Schema, isRedo: Bool) -> Message {
    if let field = step.fieldChange { return undone(field, isRedo: isRedo) }
    let label = step.field.map { schema.fields[$0].label }
    let isOfFields = step.kind == .edit && step.field == nil
    let all = step.count + step.leftOutCount
    let done = step.count - step.conflictCount
    let part = done == all ? "" : "\(Wording.number(done)) of "
    let rows =
      all == 1 ? quoted(step.title, schema) : part + (isOfFields ? fields(all) : Wording.count(all, schema))
    let what = rows + along(step.otherCount)
    // A redo repeats the change that an undo has reverted.
    let kind = isRedo ? step.kind.reversed : step.kind
    return Message("\(isRedo ? "Redone" : "Undone"): \(subject(kind, label: label, what)).")
  }

  /// Says what was done to the fields: what has come back has done so as the last one.
  private static func undone(_ field: FieldChange, isRedo: Bool) -> Message {
    let start = "\(isRedo ? "Redone" : "Undone"): \(subject(isRedo ? field.reversed : field))."
    guard case .removal(let column, _) = field else { return Message(start) }
    return Message("\(start) “\(column)” is back with its values, as the last field.")
  }

  /// What went with rows, or changed with them, by a foreign key: `, with 3 other rows`.
  public static func along(_ count: Int) -> String {
    count == 0 ? "" : ", with \(Wording.number(count)) \(count == 1 ? "other row" : "other rows")"
  }

  /// What undo and redo say if there is nothing.
  public static func nothingUndone(isRedo: Bool) -> Message {
    Message(isRedo ? "There is nothing to redo." : "There is nothing to undo.")
  }
}

extension ChangeEntry.Kind {
  /// What takes such a change back.
  fileprivate var reversed: ChangeEntry.Kind {
    switch self {
    case .edit, .field: self
    case .insertion: .deletion
    case .deletion: .insertion
    }
  }
}
