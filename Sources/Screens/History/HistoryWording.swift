import Cells
import Records

/// Words about undo, the history and conflicts.
public enum HistoryWording {
  static let history = "History"
  static let changesOfStep = "Changes of one step"
  static let abandoned = "Unsaved changes"
  package static let columns = ["time", "what", "state"]
  static let noHistory = "No changes yet."
  static let conflicts = "Conflicts"

  package static func name(of state: Change.State) -> String {
    switch state {
    case .pending: "unwritten"
    case .written: "written"
    case .undone: "undone"
    case .abandoned: "unsaved"
    case .discarded: "discarded"
    }
  }

  static func state(of line: HistoryLine) -> String {
    state(line.state, count: line.count, writtenCount: line.writtenCount)
  }

  package static func state(of step: StepEntry) -> String {
    state(step.main.state, count: step.count, writtenCount: step.writtenCount)
  }

  private static func state(_ state: Change.State, count: Int, writtenCount: Int) -> String {
    if state == .undone { return name(of: state) }
    guard writtenCount > 0, writtenCount < count else { return name(of: state) }
    return "\(Wording.number(writtenCount)) of \(Wording.number(count)) \(name(of: .written))"
  }

  static func name(of choice: Conflict.Choice) -> String {
    switch choice {
    case .mine: "Mine"
    case .theirs: "Theirs"
    case .original: "Original"
    }
  }

  static let insertAgain = "Insert again"
  static let discard = "Discard"
  static let keep = "Keep for later"

  package static func heading(_ label: String, _ title: String) -> String { "\(label) of “\(title)”" }

  static func goneHeading(_ title: String, _ replaced: String?) -> String {
    replaced.map { "Replaced, and changed here: \($0)" } ?? "“\(title)” was deleted, and was changed here"
  }

  static func inItsPlace(_ other: String) -> String { "In its place: \(other)" }

  /// For example, `Author of “Lamp”`; `label` is nil for additions, deletions and several fields.
  static func subject(_ kind: Change.Kind, label: String?, _ what: String) -> String {
    switch kind {
    case .edit: "\(label ?? "changes") of \(what)"
    case .insertion: "addition of \(what)"
    case .deletion: "deletion of \(what)"
    case .field: "field \(what)"
    }
  }

  static func subject(_ origin: StepOrigin) -> String {
    func quoted(_ title: String) -> String { "“\(Wording.shortened(title, to: 40))”" }
    func books(_ title: String) -> String { title.isEmpty ? "several books" : quoted(title) }
    return switch origin {
    case .started(let title): "starting \(books(title))"
    case .progressed(let title): "progress in \(quoted(title))"
    case .finished(let title): "finishing \(books(title))"
    case .lent(let title): "lending \(books(title))"
    case .returned(let title): "return of \(books(title))"
    case .rated(""): "stars of several rows"
    case .rated(let title): "stars of \(quoted(title))"
    case .moved(1, let title): "move of \(quoted(title))"
    case .moved(let count, _): "move of \(Wording.number(count)) rows"
    case .imported(let name): "import of \(Wording.shortened(name, to: 40))"
    case .listed(let name, let title): title.isEmpty ? name : "\(name) of \(quoted(title))"
    case .merged(let title): "merging into \(quoted(title))"
    case .synced(""): "settled questions"
    case .synced(let machines): "changes from \(Wording.shortened(machines, to: 40))"
    }
  }

  /// A change of a table's fields, such as `addition of the field translator`.
  package static func subject(_ change: FieldChange) -> String {
    switch change {
    case .addition(let column, _): "addition of the field \(column)"
    case .removal(let column, _): "removal of the field \(column)"
    case .renaming(let column, let name): "new name \(name) of the field \(column)"
    }
  }

  /// A change with its shortened values before and after: `Author of “Lamp”: a → b`.
  package static func line(_ change: ChangeEntry, _ schema: Schema?, limit: Int = 60) -> String {
    if case .field(let field) = change.content {
      return sentence(subject(change.cause == .undo ? field.reversed : field), change.cause)
    }
    func text(_ value: Value) -> String {
      if value.isNull { return Wording.empty }
      let field = schema?.fields.first { $0.column == change.column }
      return Wording.shortened(
        (field ?? Field(column: "", label: "", kind: .text)).text(of: value), to: limit)
    }
    let rows =
      row(change.title, schema, whatWas(change))
      + (change.rowCount > 1 ? " and \(Wording.number(change.rowCount - 1)) more" : "")
    let subject = subject(whatWas(change), label: label(of: change, schema), rows)
    let values = change.kind == .edit ? ": \(text(change.before)) → \(text(change.after))" : ""
    return sentence(subject, change.cause) + values
  }

  /// A step such as `Author of 500 books`, or its only change.
  package static func line(_ step: StepEntry, _ schema: Schema?, limit: Int = 60) -> String {
    let line = lineOfChanges(step, schema, limit: limit)
    return step.isRest ? "\(line) (the rest)" : line
  }

  private static func lineOfChanges(_ step: StepEntry, _ schema: Schema?, limit: Int) -> String {
    if let origin = step.origin { return sentence(subject(origin), step.main.cause) }
    guard step.count > 1 else { return line(step.main, schema, limit: limit) }
    let count = step.alikeCount
    let rows =
      count == 1
      ? row(step.main.title, schema, whatWas(step.main))
      : step.main.kind == .edit && !step.isOfOneField
        ? fields(count) : schema.map { Wording.count(count, $0) } ?? "\(Wording.number(count)) rows"
    let label = step.isOfOneField ? label(of: step.main, schema) : nil
    return sentence(
      subject(whatWas(step.main), label: label, rows + along(step.count - count)), step.main.cause)
  }

  /// The field's label, or the column if the table no longer has it.
  private static func label(of change: ChangeEntry, _ schema: Schema?) -> String? {
    schema?.fields.first { $0.column == change.column }?.label ?? change.column
  }

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

  /// An undo is described by the change that it has reverted.
  private static func whatWas(_ change: ChangeEntry) -> Change.Kind {
    change.cause == .undo ? change.kind.reversed : change.kind
  }

  package static func quoted(_ title: Value, _ schema: Schema?) -> String {
    let text =
      title.isNull ? Wording.empty : schema?.text(ofTitle: title) ?? Schema.books.text(ofTitle: title)
    return "“\(Wording.shortened(text, to: 40))”"
  }

  /// A row that came or went also says what it is if it belongs to another row: `the loan “Tom”`.
  private static func row(_ title: Value, _ schema: Schema?, _ kind: Change.Kind) -> String {
    let title = quoted(title, schema)
    let comesOrGoes = kind == .insertion || kind == .deletion
    guard comesOrGoes, let schema, !schema.isRead, !schema.references.isEmpty else { return title }
    return "the \(schema.singular) \(title)"
  }

  package static func undone(_ step: UndoneStep, _ schema: Schema, isRedo: Bool) -> Message {
    if let field = step.fieldChange { return undone(field, isRedo: isRedo) }
    let label = step.field.map { schema.fields[$0].label }
    let isOfFields = step.kind == .edit && step.field == nil
    let all = step.count + step.leftOutCount
    let done = step.count - step.conflictCount
    if let origin = step.origin {
      let part = done == all ? "" : "part of "
      return Message("\(isRedo ? "Redone" : "Undone"): \(part)\(subject(origin)).")
    }
    let part = done == all ? "" : "\(Wording.number(done)) of "
    let kind = isRedo ? step.kind.reversed : step.kind
    let rows =
      all == 1
      ? row(step.title, schema, kind) : part + (isOfFields ? fields(all) : Wording.count(all, schema))
    let what = rows + along(step.otherCount)
    return Message("\(isRedo ? "Redone" : "Undone"): \(subject(kind, label: label, what)).")
  }

  /// A restored field is now the last one.
  private static func undone(_ field: FieldChange, isRedo: Bool) -> Message {
    let start = "\(isRedo ? "Redone" : "Undone"): \(subject(isRedo ? field.reversed : field))."
    guard case .removal(let column, _) = field else { return Message(start) }
    return Message("\(start) “\(column)” is back with its values, as the last field.")
  }

  /// The rows that a foreign key also deleted or changed: `, with 3 other rows`.
  package static func along(_ count: Int) -> String {
    count == 0 ? "" : ", with \(Wording.number(count)) \(count == 1 ? "other row" : "other rows")"
  }

  package static func nothingUndone(isRedo: Bool) -> Message {
    Message(isRedo ? "There is nothing to redo." : "There is nothing to undo.")
  }
}

extension Change.Kind {
  fileprivate var reversed: Change.Kind {
    switch self {
    case .edit, .field: self
    case .insertion: .deletion
    case .deletion: .insertion
    }
  }
}
