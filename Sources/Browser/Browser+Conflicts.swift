import BookStore
import Records
import Screens

/// What another program has changed, too, and the person's choices.
extension Browser {
  /// A part of the rows that are to be settled.
  private func conflictLines(_ part: LinePart, limit: Int) -> [ConflictLine] {
    // What was found last is at the top. A write-back goes from the last edit to the first.
    var rows = part.read {
      store.conflicts.unsettled(before: $0.map(Int.init) ?? .max, limit: limit)
    } after: {
      store.conflicts.unsettled(after: Int($0), limit: limit)
    }
    if case .upTo(let number) = part {
      // As rows are settled, others from below fill the screen.
      rows =
        store.conflicts.unsettled(before: Int(number), limit: max(0, ConflictScreen.partSize - rows.count))
        + rows
    }
    return rows.reversed().compactMap(line)
  }

  private func line(_ row: UnsettledRow) -> ConflictLine? {
    guard let schema = try? store.schema(of: row.id.table) else { return nil }
    return ConflictLine(
      number: Int64(row.number), id: row.id, title: title(of: row.id, schema),
      fields: row.conflicts.map { conflict in
        let field = schema.fields[conflict.field]
        func text(_ value: Value) -> String { value.isNull ? Wording.null : field.text(of: value) }
        return ConflictLine.Field(
          conflict.field, label: field.label, mine: text(conflict.mine), theirs: text(conflict.theirs),
          original: text(conflict.original))
      }, replacement: replacement(row, schema))
  }

  /// A row that has another one in its place, and that one.
  private func replacement(_ row: UnsettledRow, _ schema: Schema) -> ConflictLine.Replacement? {
    guard row.isReplaced, let mine = try? store.snapshot(of: row.id).shownValues,
      let theirs = try? store.conflicts.heldValues(of: row.id)
    else { return nil }
    func text(_ values: [Value]) -> String {
      let title = values.indices.filter(schema.titleFields.contains)
      let others = values.indices.filter { !schema.titleFields.contains($0) && !values[$0].isNull }
      return (title + others.prefix(4)).map { schema.fields[$0].text(of: values[$0]) }.joined(
        separator: " · ")
    }
    return ConflictLine.Replacement(mine: text(mine), theirs: text(theirs))
  }

  func title(of id: RecordID, _ schema: Schema) -> String {
    guard let title = (try? store.snapshot(of: id)).map({ schema.title(of: $0.shownValues) }), !title.isNull
    else { return Wording.null }
    return schema.text(ofTitle: title)
  }

  /// Shows them, if there are any.
  func openConflicts() {
    let lines = conflictLines(.first, limit: ConflictScreen.partSize)
    if lines.isEmpty { stack.message = Wording.noConflicts } else { stack.receive(.openedConflicts(lines)) }
  }

  func readConflicts(_ part: LinePart, limit: Int) {
    stack.receive(.conflicts(part, conflictLines(part, limit: limit)))
  }

  /// Has a screen of what is in conflict show what is left, once something was done about it.
  func showConflictsAgain() {
    guard case .readConflicts(let part, let limit)? = stack.conflictsAgain else { return }
    readConflicts(part, limit: limit)
  }

  /// Does what was chosen for a row, and shows what is left.
  func settle(_ id: RecordID, _ message: Message, _ body: () throws(StoreError) -> Void) throws(StoreError) {
    guard work == nil else { return stack.message = Wording.stillWorking }
    try keepingSelection(body)
    noteChoice(of: id)
    lookAgain()
    showConflictsAgain()
    stack.message = settledMessage ?? message
    if isSavingAtOnce { writeBack() }
  }

  func resolve(_ id: RecordID, _ field: Int, _ choice: Conflict.Choice) throws(StoreError) {
    let message = Wording.kept(choice, try store.schema(of: id.table).fields[field])
    try settle(id, message) { store.conflicts.resolve(id, field, choice) }
  }

  /// Notes whether a choice has still to be written.
  private func noteChoice(of id: RecordID) {
    if store.counts.dirty == 0 { isChoiceUnwritten = false }
    if store.state(of: id) == .dirty { isChoiceUnwritten = true }
  }

  /// What is said once nothing is left to be chosen.
  var settledMessage: Message? {
    guard store.conflicts.unsettled(limit: 1).isEmpty else { return nil }
    return Wording.settled(isWritten: isSavingAtOnce || !isChoiceUnwritten)
  }

  /// Chooses the same for all, after a question where edits are given up that nothing brings back.
  func settleAll(_ choice: Conflict.Choice, isConfirmed: Bool) {
    guard work == nil else { return stack.message = Wording.stillWorking }
    if choice == .theirs, store.conflicts.goneCount > 0, !isConfirmed {
      return stack.receive(.alert(.givingUp(store.conflicts.goneCount)))
    }
    work = SettlingWork(store.conflicts.startResolvingAll(choice), in: self)
    goOnWithWork()
  }

  /// Notes whether what was chosen for all has still to be written.
  func noteChoices(areUnwritten: Bool) {
    isChoiceUnwritten = areUnwritten || isChoiceUnwritten && store.counts.dirty > 0
  }

  /// Says what is to be settled, if that is all that stands against writing.
  func unsettled(_ result: WriteBackResult) -> Message? {
    guard result.isUnsettled else { return nil }
    return .problem(Wording.toBeSettled(result))
  }
}

extension WriteBackResult {
  /// Whether only a choice of the person stands against writing everything.
  var isUnsettled: Bool {
    error == nil && !isComplete
      && failures.allSatisfy { $0.error == .rowGone || $0.error == .rowReplaced }
  }
}
