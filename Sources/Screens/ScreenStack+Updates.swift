import Cells
import Records

/// What the stack makes of the answers that its effects have led to.
extension ScreenStack {
  /// Takes what the world answers.
  public mutating func receive(_ update: Update) {
    let count = screens.count
    defer { if screens.count > count { leaveInspector() } }
    switch update {
    case .inspector(let state):
      if let pane = panes.inspector { inspector?.receive(state, pane.layout) }
    case .alert(let alert): screens.append(.alert(alert))
    case .cannotChange: pop()
    case .opened(let source, let schema):
      screens.append(.list(ListScreen(schema: schema, source: source, hasBack: true)))
    case .linked(let record, let schema):
      screens.append(.detail(DetailScreen(schema: schema, record: record)))
    case .choice(let lists): screens.append(.menu(MenuScreen(schema: schema, purpose: .open(lists))))
    case .openedHistory(let source, let lines): screens.append(.history(HistoryScreen(source, lines)))
    case .history:
      updateAll(update)
      if case .history(let screen) = top, screen.isOver { pop() }
    case .openedConflicts(let lines):
      screens.removeAll { if case .conflicts = $0 { true } else { false } }
      screens.append(.conflicts(ConflictScreen(lines)))
    case .conflicts:
      updateAll(update)
      if case .conflicts(let screen) = top, screen.isSettled { pop() }
      // One below other screens would be empty when they are left.
      screens.removeAll { if case .conflicts(let screen) = $0 { screen.isSettled } else { false } }
    case .window, .selected:
      if let listIndex { screens[listIndex].update { $0.receive(update) } }
      if list?.window.count == .exactly(0) { preview = nil }
      sayLostMarks()
    case .inserted(let record):
      if mode == .draft { pop() }
      screens.append(.detail(DetailScreen(schema: schema, record: record)))
    case .deleted(let id):
      forget(.rows([id]))
    case .deletedRows(let rows): forget(rows)
    case .progress(let progress): self.progress = progress
    case .fileWritten: if case .file = top { pop() }
    case .accepted where top.layer.mode.isEditor:
      pop()
      updateAll(update)
    case .refused(let problem) where !top.layer.mode.isEditor: message = problem
    case .large(let id, let field, let value):
      guard case .detail(let detail) = top, detail.id == id else { break }
      let editor = Screen.editor(for: detail.schema.fields[field], holding: value)
      if case .file = editor { message = Wording.takesFile(detail.schema.fields[field], value) }
      screens.append(editor)
    case .edited, .neighbor: updateTop { $0.receive(update) }
    default: updateAll(update)
    }
    settleList()
  }

  /// Says that marks were let go: as long as words are typed, and once more when they are there.
  private mutating func sayLostMarks() {
    guard let listIndex, case .list(var list) = screens[listIndex], list.hasLostMarks else { return }
    if message == nil { message = Wording.marksLost }
    list.hasLostMarks = list.prompt != nil || message != Wording.marksLost
    screens[listIndex] = .list(list)
  }

  private mutating func updateAll(_ update: Update) {
    for index in screens.indices { screens[index].update { $0.receive(update) } }
    preview?.receive(update)
  }

  /// Closes the screen about a row that is gone with all that lies over it, and takes the rows' marks away.
  private mutating func forget(_ rows: RowSet) {
    let gone = screens.firstIndex { $0.layer.shownRecord.map(rows.contains) ?? false }
    if let gone { screens.removeSubrange(gone...) }
    if let id = preview?.shownRecord, rows.contains(id) { preview = nil }
    updateAll(.deletedRows(rows))
  }
}
