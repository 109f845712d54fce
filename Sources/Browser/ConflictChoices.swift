import BookStore
import Records
import Screens

/// Shows what another program has changed, too, and does what the person chooses.
final class ConflictChoices {
  private let workspace: Workspace
  private let runner: WorkRunner
  /// Whether something that was chosen for a field in conflict is still to be written.
  private var isChoiceUnwritten = false

  init(_ workspace: Workspace, _ runner: WorkRunner) { (self.workspace, self.runner) = (workspace, runner) }

  private var store: BookStore { workspace.store }

  /// Forgets what was chosen, because the store was opened again.
  func forget() { isChoiceUnwritten = false }

  // MARK: - What is shown

  /// How many records are compared with the database before it is said that nothing is in conflict.
  private static let comparedCount = 1_000

  /// Shows the conflicts, if there are any; what is not written yet is compared with the database for that.
  func open() throws(StoreError) {
    let leftOut = try store.conflicts.compare(atMost: Self.comparedCount)
    let lines = lines(.first, limit: ConflictScreen.partSize)
    if lines.isEmpty {
      workspace.stack.message = StoreWording.noConflicts(leftOut: leftOut)
    } else {
      workspace.stack.receive(.openedConflicts(lines))
    }
  }

  /// Reads rows that the screen of conflicts asks for.
  func read(_ part: LinePart, limit: Int) {
    workspace.stack.receive(.conflicts(part, lines(part, limit: limit)))
  }

  /// Has a screen of conflicts show those that are left after something was done about them.
  func refresh() {
    guard case .readConflicts(let part, let limit)? = workspace.stack.needs.conflictsAgain else { return }
    read(part, limit: limit)
  }

  /// A part of the unsettled rows, and of what could not be restored or undone.
  private func lines(_ part: LinePart, limit: Int) -> [ConflictLine] {
    // What was found last is at the top. A write-back goes from the last edit to the first.
    var lines = part.read {
      self.lines(before: $0.map(Int.init) ?? .max, limit: limit)
    } after: {
      self.lines(after: Int($0), limit: limit)
    }
    if case .upTo(let number) = part {
      // As rows are settled, others from below fill the screen.
      lines =
        self.lines(before: Int(number), limit: max(0, ConflictScreen.partSize - lines.count)) + lines
    }
    return lines.reversed()
  }

  /// The last of the lines with numbers below one, in ascending order; those of no row are below 0.
  private func lines(before number: Int, limit: Int) -> [ConflictLine] {
    let rows = store.conflicts.unsettled(before: number, limit: limit).compactMap(line)
    return Array((standing { $0 < number } + rows).suffix(limit))
  }

  /// The first of the lines with numbers above one, in ascending order; of all of them for 0.
  private func lines(after number: Int, limit: Int) -> [ConflictLine] {
    let rows = store.conflicts.unsettled(after: max(0, number), limit: limit).compactMap(line)
    return Array((standing { number == 0 || $0 > number } + rows).prefix(limit))
  }

  private func standing(where isWanted: (Int) -> Bool) -> [ConflictLine] {
    store.conflicts.standing.reversed().filter { isWanted($0.number) }.map {
      ConflictLine(number: Int64($0.number), standing: sentence($0.content))
    }
  }

  /// What could not be restored or undone, and why.
  private func sentence(_ change: StandingChange.Content) -> String {
    switch change {
    case .edit(let obstacle): return StoreWording.notRestored(obstacle)
    case .step(let rows, let count, let isRedo):
      let schema = rows.first?.id.flatMap { try? store.schema(of: $0.table) } ?? store.schema
      return StoreWording.notUndone(rows, count: count, schema, isRedo: isRedo)
    }
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

  /// A row that another program has replaced, and the one that is there now.
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

  /// Does what was chosen for a row, and shows the conflicts that are left.
  func settle(_ id: RecordID, _ message: Message, _ body: () throws(StoreError) -> Void) throws(StoreError) {
    try workspace.focus.keepingSelection(body)
    if store.counts.dirty == 0 { isChoiceUnwritten = false }
    if store.state(of: id) == .dirty { isChoiceUnwritten = true }
    showSettled(message)
    if workspace.isSavingAtOnce { workspace.writeBack() }
  }

  /// Gives up what could not be restored or undone, or leaves it for later.
  func settleStanding(_ number: Int, isDiscarded: Bool) throws(StoreError) {
    if isDiscarded {
      try store.conflicts.discard(standing: number)
    } else {
      store.conflicts.keep(standing: number)
    }
    showSettled(isDiscarded ? StoreWording.discardedStanding : StoreWording.keptStanding)
  }

  /// Makes the same choice for all, after a question if that gives up edits which nothing brings back.
  func resolveAll(_ choice: Conflict.Choice, isConfirmed: Bool) throws(StoreError) {
    let lostCount = store.conflicts.goneCount + store.conflicts.standing.count
    if choice == .theirs, lostCount > 0, !isConfirmed {
      return workspace.stack.receive(.alert(.givingUp(lostCount)))
    }
    if choice == .theirs {
      for change in store.conflicts.standing { try store.conflicts.discard(standing: change.number) }
    }
    runner.start(ResolvingWork(store.conflicts.startResolvingAll(choice), workspace, self))
    runner.goOn()
  }

  /// Shows the conflicts that are left after one choice was made for all.
  func conclude(_ settling: ResolvingJob, _ message: Message) {
    isChoiceUnwritten = settling.isUnwritten || isChoiceUnwritten && store.counts.dirty > 0
    showSettled(message)
    workspace.notices.sayLogState()
    if workspace.isSavingAtOnce { workspace.writeBack() }
  }

  private func showSettled(_ message: Message) {
    workspace.lookAgain()
    refresh()
    let isSettled = store.conflicts.unsettled(limit: 1).isEmpty && store.conflicts.standing.isEmpty
    workspace.stack.message =
      isSettled ? StoreWording.settled(isWritten: workspace.isSavingAtOnce || !isChoiceUnwritten) : message
  }
}
