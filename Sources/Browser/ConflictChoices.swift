import BookStore
import Records
import Screens

/// Shows the conflicts with another program's changes, and applies the person's choices.
final class ConflictChoices {
  private let workspace: Workspace
  private let runner: WorkRunner
  /// Whether a choice for a field in conflict has not been written yet.
  private var isChoiceUnwritten = false

  init(_ workspace: Workspace, _ runner: WorkRunner) { (self.workspace, self.runner) = (workspace, runner) }

  private var store: BookStore { workspace.store }

  /// Forgets the choices, because the store was reopened.
  func forget() { isChoiceUnwritten = false }

  // MARK: - What is shown

  /// How many records are compared with the database before reporting that there are no conflicts.
  private static let comparedCount = 1_000

  /// Shows the conflicts, if there are any; compares unwritten edits with the database first.
  func open() throws(StoreError) {
    let leftOut = try store.conflicts.compare(atMost: Self.comparedCount)
    let lines = lines(.first, limit: ConflictScreen.partSize)
    if lines.isEmpty {
      workspace.stack.message = StoreWording.noConflicts(leftOut: leftOut)
    } else {
      workspace.stack.receive(.openedConflicts(lines))
    }
  }

  /// Reads rows that the screen of conflicts requests.
  func read(_ part: LinePart, limit: Int) {
    workspace.stack.receive(.conflicts(part, lines(part, limit: limit)))
  }

  /// Updates a screen of conflicts after some have been resolved.
  func refresh() {
    guard case .readConflicts(let part, let limit)? = workspace.stack.needs.conflictsAgain else { return }
    read(part, limit: limit)
  }

  /// A part of the unsettled rows.
  private func lines(_ part: LinePart, limit: Int) -> [ConflictLine] {
    // The latest finds are at the top. A write-back goes from the last edit to the first.
    var rows = part.read {
      store.conflicts.unsettled(before: $0.map(Int.init) ?? .max, limit: limit)
    } after: {
      store.conflicts.unsettled(after: Int($0), limit: limit)
    }
    if case .upTo(let number) = part {
      // As rows are resolved, others from below fill the screen.
      rows =
        store.conflicts.unsettled(before: Int(number), limit: max(0, ConflictScreen.partSize - rows.count))
        + rows
    }
    return rows.reversed().compactMap(line)
  }

  private func line(_ row: UnsettledRow) -> ConflictLine? {
    guard let schema = try? store.schema(of: row.id.table) else { return nil }
    return ConflictLine(
      number: Int64(row.number), id: row.id, title: workspace.title(of: row.id, schema),
      fields: row.conflicts.map { conflict in
        let field = schema.fields[conflict.field]
        func text(_ value: Value) -> String { value.isNull ? Wording.null : field.text(of: value) }
        return ConflictLine.Field(
          conflict.field, label: field.label, mine: text(conflict.mine), theirs: text(conflict.theirs),
          original: text(conflict.original))
      }, replacement: replacement(row, schema))
  }

  /// A row that another program has replaced, and the row that is there now.
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

  // MARK: - What is chosen

  /// Keeps one of the values of a field.
  func resolve(_ id: RecordID, _ field: Int, _ choice: Conflict.Choice) throws(StoreError) {
    let message = StoreWording.kept(choice, try store.schema(of: id.table).fields[field])
    try settle(id, message) { store.conflicts.resolve(id, field, choice) }
  }

  /// Applies the choice for a row, and shows the remaining conflicts.
  func settle(_ id: RecordID, _ message: Message, _ body: () throws(StoreError) -> Void) throws(StoreError) {
    try workspace.focus.keepingSelection(body)
    if store.counts.dirty == 0 { isChoiceUnwritten = false }
    if store.state(of: id) == .dirty { isChoiceUnwritten = true }
    showSettled(message)
    if workspace.isSavingAtOnce { workspace.writeBack() }
  }

  /// Resolves all conflicts the same way; asks first if that would lose edits for good.
  func resolveAll(_ choice: Conflict.Choice, isConfirmed: Bool) {
    if choice == .theirs, store.conflicts.goneCount > 0, !isConfirmed {
      return workspace.stack.receive(.alert(.givingUp(store.conflicts.goneCount)))
    }
    runner.start(ResolvingWork(store.conflicts.startResolvingAll(choice), workspace, self))
    runner.goOn()
  }

  /// Shows the remaining conflicts after all were resolved the same way.
  func conclude(_ settling: ResolvingJob, _ message: Message) {
    isChoiceUnwritten = settling.isUnwritten || isChoiceUnwritten && store.counts.dirty > 0
    showSettled(message)
    workspace.notices.sayLogState()
    if workspace.isSavingAtOnce { workspace.writeBack() }
  }

  private func showSettled(_ message: Message) {
    workspace.lookAgain()
    refresh()
    let isSettled = store.conflicts.unsettled(limit: 1).isEmpty
    workspace.stack.message =
      isSettled ? StoreWording.settled(isWritten: workspace.isSavingAtOnce || !isChoiceUnwritten) : message
  }
}
