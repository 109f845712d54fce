import BookStore
import Records
import Screens

/// Shows the conflicts with changes of other programs and machines, and applies the person's choices.
final class ConflictChoices {
  private let workspace: Workspace
  private let runner: WorkRunner
  /// In ascending order of their numbers, which are below all others.
  var machineLines: () -> [ConflictLine] = { [] }
  private var isChoiceUnwritten = false

  init(_ workspace: Workspace, _ runner: WorkRunner) { (self.workspace, self.runner) = (workspace, runner) }

  private var store: BookStore { workspace.store }

  func forget() { isChoiceUnwritten = false }

  /// In records; later records are compared when they are written.
  private static let comparedCount = 1_000

  func open() throws(StoreError) {
    let leftOut = try store.conflicts.compare(atMost: Self.comparedCount)
    let lines = lines(.first, limit: ConflictLine.partSize)
    if lines.isEmpty {
      workspace.stack.message = LogWording.noConflicts(leftOut: leftOut)
    } else {
      workspace.stack.openConflicts(lines)
    }
  }

  func read(_ part: LinePart, limit: Int) {
    workspace.stack.receive(.conflicts(part, lines(part, limit: limit)))
  }

  func refresh() {
    guard case .readConflicts(let part, let limit)? = workspace.stack.needs.conflictsAgain else { return }
    read(part, limit: limit)
  }

  private func lines(_ part: LinePart, limit: Int) -> [ConflictLine] {
    // The latest finds are at the top, because a write-back goes from the last edit to the first.
    var lines: [ConflictLine]
    switch part {
    case .first: lines = self.lines(before: .max, limit: limit)
    case .below(let number): lines = self.lines(before: Int(number), limit: limit)
    case .last: lines = self.lines(from: .min, limit: limit)
    case .above(let number): lines = self.lines(from: Int(number) + 1, limit: limit)
    case .upTo(let number), .around(let number):
      lines = self.lines(from: Int(number), limit: limit)
      // As rows are settled, others from below fill the screen.
      lines = self.lines(before: Int(number), limit: max(0, ConflictLine.partSize - lines.count)) + lines
    }
    return lines.reversed()
  }

  /// In ascending order; lines that are not about a row have negative numbers.
  private func lines(before number: Int, limit: Int) -> [ConflictLine] {
    let rows = store.conflicts.unsettled(before: number, limit: limit).compactMap(line)
    let others = store.conflicts.standing.prefix { $0.number >= number }.count
    let standing = lines(store.conflicts.standing.dropFirst(others).prefix(limit - rows.count)) + rows
    let below = machineLines().filter { $0.number < number }
    return below.suffix(limit - standing.count) + standing
  }

  private func lines(from number: Int, limit: Int) -> [ConflictLine] {
    let machines = machineLines().filter { $0.number >= number }.prefix(limit)
    let standing = lines(
      store.conflicts.standing.prefix { $0.number >= number }.suffix(limit - machines.count))
    let count = machines.count + standing.count
    let rows = store.conflicts.unsettled(after: max(1, number) - 1, limit: limit - count)
    return machines + standing + rows.compactMap(line)
  }

  private func lines(_ changes: ArraySlice<StandingChange>) -> [ConflictLine] {
    changes.reversed().map { ConflictLine(number: Int64($0.number), standing: sentence($0.content)) }
  }

  private func sentence(_ change: StandingChange.Content) -> String {
    switch change {
    case .edit(let obstacle): return LogWording.notRestored(obstacle)
    case .step(let rows, let count, let isRedo):
      let schema = rows.first?.id.flatMap { try? store.schema(of: $0.table) } ?? store.schema
      return LogWording.notUndone(rows, count: count, schema, isRedo: isRedo)
    }
  }

  private func line(_ row: UnsettledRow) -> ConflictLine? {
    guard let schema = try? store.schema(of: row.id.table) else { return nil }
    let (number, title) = (Int64(row.number), workspace.title(of: row.id, schema))
    if row.conflicts.isEmpty {
      return ConflictLine(number: number, gone: row.id, title: title, replacement: replacement(row, schema))
    }
    return ConflictLine(
      number: number, id: row.id, title: title,
      fields: row.conflicts.map { conflict in
        let field = schema.fields[conflict.field]
        func text(_ value: Value) -> String { Self.text(value, in: field) }
        return ConflictLine.Field(
          conflict.field, label: field.label, mine: text(conflict.mine), theirs: text(conflict.theirs),
          original: text(conflict.original))
      })
  }

  private func replacement(_ row: UnsettledRow, _ schema: Schema) -> (mine: String, theirs: String)? {
    guard row.isReplaced, let mine = try? store.shelf.snapshot(of: row.id).shownValues,
      let theirs = try? store.conflicts.heldValues(of: row.id)
    else { return nil }
    let others = zip(mine, theirs).enumerated().filter {
      $1.0 != $1.1 && !schema.titleFields.contains($0)
    }
    func text(_ values: [Value]) -> String {
      let differing = others.prefix(6).map { place, _ in
        let field = schema.fields[place]
        return "\(field.label) \(Wording.shortened(Self.text(values[place], in: field), to: 40))"
      }
      return ([schema.text(ofTitle: schema.title(of: values))] + differing).joined(separator: " · ")
    }
    return (text(mine), text(theirs))
  }

  private static func text(_ value: Value, in field: Field) -> String {
    value.isNull ? Wording.empty : FieldWording.displayed(value, in: field)
  }

  func resolve(_ id: RecordID, _ field: Int, _ choice: Conflict.Choice) throws(StoreError) {
    let message = LogWording.kept(choice, try store.schema(of: id.table).fields[field])
    try settle(id, message) { store.conflicts.resolve(id, field, choice) }
  }

  func settle(_ id: RecordID, _ message: Message, _ body: () throws(StoreError) -> Void) throws(StoreError) {
    try workspace.focus.keepingSelection(body)
    if store.counts.dirty == 0 { isChoiceUnwritten = false }
    if store.shelf.state(of: id) == .dirty { isChoiceUnwritten = true }
    showSettled(message)
    if workspace.isSavingAtOnce { workspace.writeBack() }
  }

  func settleStanding(_ number: Int, isDiscarded: Bool) throws(StoreError) {
    guard let change = store.conflicts.standing.first(where: { $0.number == number }) else { return }
    if isDiscarded {
      try store.conflicts.discard(standing: [number])
      return showSettled(LogWording.discardedStanding)
    }
    store.conflicts.keep(standing: number)
    showRemaining()
    workspace.stack.message = LogWording.keptStanding(change.content)
  }

  func resolveAll(_ choice: Conflict.Choice, isConfirmed: Bool) throws(StoreError) {
    let standing = store.conflicts.standing
    if store.conflicts.unsettledCount == 0, standing.isEmpty, !machineLines().isEmpty {
      return workspace.stack.message = SyncWording.oneByOne
    }
    let lostCount = standing.reduce(store.conflicts.goneCount) { $0 + $1.count }
    if choice == .theirs, lostCount > 0, !isConfirmed {
      return workspace.stack.receive(.alert(.givingUp(lostCount)))
    }
    if choice == .theirs {
      try store.conflicts.discard(standing: standing.map(\.number))
    } else if store.conflicts.unsettledCount == 0, !standing.isEmpty {
      return workspace.stack.message = LogWording.standingOneByOne
    }
    let job = store.conflicts.startResolvingAll(choice)
    runner.start(
      Work(name: "Settling", job: job, keepsSelection: true) { [unowned self] end in
        conclude(job, LogWording.kept(job, isStopped: end != .done, end.error, workspace.listing.schema))
      })
    runner.goOn()
  }

  func conclude(_ settling: ResolvingJob, _ message: Message) {
    isChoiceUnwritten = settling.isUnwritten || isChoiceUnwritten && store.counts.dirty > 0
    showSettled(message)
    workspace.notices.sayLogState()
    if workspace.isSavingAtOnce { workspace.writeBack() }
  }

  private func showRemaining() {
    workspace.lookAgain(atCovers: true)
    refresh()
  }

  private func showSettled(_ message: Message) {
    showRemaining()
    let isSettled =
      store.conflicts.unsettled(limit: 1).isEmpty && store.conflicts.standing.isEmpty
      && machineLines().isEmpty
    workspace.stack.message =
      isSettled ? LogWording.settled(isWritten: workspace.isSavingAtOnce || !isChoiceUnwritten) : message
  }
}
