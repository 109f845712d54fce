import BookStore
import Records
import Screens

/// What another program has changed, too, and the person's choices.
extension Browser {
  /// What is in conflict: fields, and rows that are gone and have edits.
  var conflictLines: [ConflictLine] {
    goneRecords = goneRecords.filter { store.state(of: $0) == .dirty }
    return store.conflicts.compactMap(line) + goneRecords.compactMap(goneLine)
  }

  private func line(_ conflict: Conflict) -> ConflictLine? {
    guard let schema = try? store.schema(of: conflict.id.table) else { return nil }
    let field = schema.fields[conflict.field]
    func text(_ value: Value) -> String { value.isNull ? Wording.null : field.text(of: value) }
    return ConflictLine(
      id: conflict.id,
      content: .field(
        conflict.field, label: field.label, mine: text(conflict.mine), theirs: text(conflict.theirs),
        original: text(conflict.original)),
      title: title(of: conflict.id, schema))
  }

  private func goneLine(_ id: RecordID) -> ConflictLine? {
    guard let schema = try? store.schema(of: id.table) else { return nil }
    return ConflictLine(id: id, content: .gone, title: title(of: id, schema))
  }

  private func title(of id: RecordID, _ schema: Schema) -> String {
    guard let title = (try? store.snapshot(of: id)).map({ schema.title(of: $0.shownValues) }), !title.isNull
    else { return Wording.null }
    return schema.text(ofTitle: title)
  }

  /// Shows them, if there are any.
  func openConflicts() {
    let lines = conflictLines
    if lines.isEmpty { stack.message = Wording.noConflicts } else { stack.receive(.openedConflicts(lines)) }
  }

  /// Does what was chosen, and shows what is left.
  func settle(_ message: Message, _ body: () throws(StoreError) -> Void) throws(StoreError) {
    let settled = Set(conflictLines.map(\.id))
    try keepingSelection(body)
    lookAgain()
    let lines = conflictLines
    stack.receive(.conflicts(lines))
    let isWritten = isSavingAtOnce || settled.allSatisfy { store.state(of: $0) != .dirty }
    stack.message = lines.isEmpty ? Wording.settled(isWritten: isWritten) : message
    if isSavingAtOnce { writeBack() }
  }

  /// Has a screen of what is in conflict show what is left, once something else was done about it.
  func showConflictsAgain() {
    guard stack.isSettling else { return }
    stack.receive(.conflicts(conflictLines))
  }

  func resolve(_ id: RecordID, _ field: Int, _ choice: Conflict.Choice) throws(StoreError) {
    let message = Wording.kept(choice, try store.schema(of: id.table).fields[field])
    try settle(message) { () throws(StoreError) in try store.resolve(id, field, choice) }
  }

  /// Keeps in mind which rows are gone that have edits, and says what is to be settled, if that is all that stands
  /// against writing.
  func unsettled(_ result: WriteBackResult) -> Message? {
    for failure in result.failures where failure.error == .rowGone { goneRecords.insert(failure.id) }
    guard result.isUnsettled else { return nil }
    return .problem(Wording.toBeSettled(result.conflicts.count, goneCount: result.failures.count))
  }
}

extension WriteBackResult {
  /// Whether only a choice of the person stands against writing everything.
  var isUnsettled: Bool {
    error == nil && !isComplete && failures.allSatisfy { $0.error == .rowGone }
  }
}
