import Records

/// The words of the edit log: undo, history, conflicts, and what a dead session has left.
extension Wording {
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
  static func name(of state: ChangeEntry.State) -> String {
    switch state {
    case .pending: "unwritten"
    case .written: "written"
    case .undone: "undone"
    case .abandoned: "unsaved"
    case .discarded: "discarded"
    }
  }

  /// The same for a line of the history: `written`, or `120 of 500 written` where not all changes of a step share a fate.
  static func state(of line: HistoryLine) -> String {
    guard let changes = line.changes, line.state != .undone, changes.writtenCount > 0,
      changes.writtenCount < changes.count
    else { return name(of: line.state) }
    return "\(number(changes.writtenCount)) of \(number(changes.count)) \(name(of: .written))"
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

  /// What a field is called whose value is to be chosen.
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

  /// The question before edits of rows are given up that another program has deleted.
  static func givingUpQuestion(_ count: Int) -> Message {
    Message(
      count == 1
        ? "1 row was deleted or replaced by another program. What was changed in it here cannot be brought back."
        : "\(number(count)) rows were deleted or replaced by another program. What was changed in them here cannot be brought back."
    )
  }

  /// What a change is about, as the sentences of undo and the history name it: `Author of “Lamp”`.
  ///
  /// - Parameters:
  ///   - label: The field's, or nil where rows came or went, or several fields were set.
  ///   - what: The row's title in quotes, or the number of rows.
  static func subject(_ kind: ChangeEntry.Kind, label: String?, _ what: String) -> String {
    switch kind {
    case .edit: "\(label ?? "changes") of \(what)"
    case .insertion: "addition of \(what)"
    case .deletion: "deletion of \(what)"
    }
  }

  /// A change of the history, with its values before and after: `Author of “Lamp”: a → b`.
  ///
  /// - Parameter limit: The most characters of a value.
  public static func line(_ change: ChangeEntry, _ schema: Schema?, limit: Int = 60) -> String {
    func text(_ value: Value) -> String {
      if value.isNull { return null }
      let field = change.field.flatMap { index in schema?.fields[index] }
      return shortened((field ?? Field(column: "", label: "", kind: .text)).text(of: value), to: limit)
    }
    let rows =
      quoted(change.title, schema) + (change.rowCount > 1 ? " and \(number(change.rowCount - 1)) more" : "")
    let subject = subject(whatWas(change), label: change.label, rows)
    let values = change.kind == .edit ? ": \(text(change.before)) → \(text(change.after))" : ""
    return sentence(subject, change.cause) + values
  }

  /// A step of the history: `Author of 500 books`, or the change itself where it has but one.
  public static func line(_ step: StepEntry, _ schema: Schema?, limit: Int = 60) -> String {
    guard step.count > 1 else { return line(step.main, schema, limit: limit) }
    let count = step.alikeCount
    let rows =
      count == 1
      ? quoted(step.main.title, schema)
      : schema.map { Self.count(count, $0) } ?? "\(number(count)) rows"
    let label = step.isOfOneField ? step.main.label : nil
    return sentence(
      subject(whatWas(step.main), label: label, rows + along(step.count - count)), step.main.cause)
  }

  private static func sentence(_ subject: String, _ cause: ChangeEntry.Cause) -> String {
    switch cause {
    case .edit: subject.prefix(1).uppercased() + subject.dropFirst()
    case .undo: "Undone: \(subject)"
    case .redo: "Redone: \(subject)"
    }
  }

  /// What was done that a change takes back, or else what it does.
  private static func whatWas(_ change: ChangeEntry) -> ChangeEntry.Kind {
    change.cause == .undo ? change.kind.reversed : change.kind
  }

  /// A row's title in quotes; a long one is cut.
  public static func quoted(_ title: Value, _ schema: Schema?) -> String {
    let text = title.isNull ? null : schema?.text(ofTitle: title) ?? Schema.books.text(ofTitle: title)
    return "“\(shortened(text, to: 40))”"
  }

  /// Says what was undone or done again, by the same words for one row and for many.
  public static func undone(_ step: UndoneStep, _ schema: Schema, isRedo: Bool) -> Message {
    let label = step.field.map { schema.fields[$0].label }
    let rows = step.count == 1 ? quoted(step.title, schema) : count(step.count, schema)
    let what = rows + along(step.otherCount)
    // What is done again is what an undo has taken back.
    let kind = isRedo ? step.kind.reversed : step.kind
    return Message("\(isRedo ? "Redone" : "Undone"): \(subject(kind, label: label, what)).")
  }

  /// What went with rows, or changed with them, by a foreign key: `, with 3 other rows`.
  public static func along(_ count: Int) -> String {
    count == 0 ? "" : ", with \(number(count)) \(count == 1 ? "other row" : "other rows")"
  }

  /// What undo and redo say where there is nothing.
  public static func nothingUndone(isRedo: Bool) -> Message {
    Message(isRedo ? "There is nothing to redo." : "There is nothing to undo.")
  }
}

extension AlertScreen {
  /// Asks what to do with what a dead session has left.
  public static func recovering(_ found: AbandonedChanges, from time: String) -> AlertScreen {
    let count = found.count
    let changes = count == 1 ? "1 unsaved change" : "\(Wording.number(count)) unsaved changes"
    // Who restores a value over a newer one is to know it.
    let doubt = "; the edit log failed after that, so the database may hold something newer"
    return AlertScreen(
      Message("\(changes) from \(time)\(found.isDoubtful ? doubt : "")"),
      answers: [
        Answer("Restore", effects: [.restore]), Answer("Show", effects: [.openHistory(.abandoned)]),
        Answer("Discard", effects: [.discardAbandoned], isDestructive: true),
      ], dismissal: Message("Not restored: U lists it, and Enter there asks again."))
  }

  /// Asks what to do where the database's file was moved, replaced or removed.
  ///
  /// - Parameters:
  ///   - canOpen: Whether another one is at its path, and no edit is lost where that is opened.
  ///   - unsavedCount: How many rows have unsaved changes.
  public static func replaced(canOpen: Bool, unsavedCount: Int) -> AlertScreen {
    let rows =
      unsavedCount == 0
      ? ""
      : unsavedCount == 1
        ? " 1 row has unsaved changes." : " \(Wording.number(unsavedCount)) rows have unsaved changes."
    let later = Message.problem("Nothing is written as long as the file is not back. Changes are kept.")
    let open = canOpen ? [Answer("Open", effects: [.openReplacement])] : []
    return AlertScreen(
      .problem(
        "The database was moved, replaced or removed while it was open.\(rows) "
          + (canOpen ? "Open the new file, or copy the old one?" : "Copy what was open?")),
      answers: [Answer("Not now", effects: [.say(later)])] + open + [Answer("Copy", effects: [.rescue])],
      dismissal: later)
  }

  /// Asks whether a file that was moved is to have the edit log of its former path.
  ///
  /// - Parameter unsavedCount: How many changes in it are not saved, if that is known.
  public static func takingOver(from path: String, unsavedCount: Int?) -> AlertScreen {
    let changes =
      switch unsavedCount {
      case nil, 0: ""
      case 1: " with 1 unsaved change"
      case let count?: " with \(Wording.number(count)) unsaved changes"
      }
    let later = Message("Not taken over: the next start asks again, unless something is changed here.")
    return AlertScreen(
      Message("File moved: take over its edit log\(changes)? It was \(path)."),
      answers: [
        Answer("Not now", effects: [.say(later)]), Answer("Take over", effects: [.takeOverLog]),
      ], dismissal: later)
  }
}

extension ChangeEntry.Kind {
  /// What takes such a change back.
  fileprivate var reversed: ChangeEntry.Kind {
    switch self {
    case .edit: .edit
    case .insertion: .deletion
    case .deletion: .insertion
    }
  }
}
