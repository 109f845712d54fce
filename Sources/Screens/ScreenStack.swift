import Cells
import Records

/// The stack of screens, with the status line: everything that a frame is drawn from.
///
/// An event goes to the top screen, which answers with effects; what they lead to is given to `receive(_:)`.
public struct ScreenStack: Sendable {
  /// The screens from the bottom up; the first one is the list, or that of the tables.
  private(set) var screens: [any Screen]
  /// The figures on the status line.
  public var meter = Meter()
  /// What the status line says.
  public var message: Message?
  /// How far the work is that goes on away from the keys; the status line says it if there is no message.
  private var progress: WorkProgress?
  /// The terminal's size.
  public private(set) var size: Size
  /// Whether the list and the screens over it are side by side if there is room for both.
  public var isSplit = false
  /// Whether the record beside the list is the selected one once the cursor rests, and not only one that was opened.
  public var followsCursor = true
  /// Where the lines between the panes were dragged to, as parts of the columns from the left.
  private var borders: [Panes.Border: Double] = [:]
  /// The line that is being dragged.
  private var draggedBorder: Panes.Border?
  /// The record beside the list, which follows the cursor.
  private var preview: DetailScreen?
  /// The pane that shows the store at work, if it is open.
  private var inspector: Inspector?

  /// The table of the list that is topmost, or of the one to begin with.
  public private(set) var schema: Schema
  /// Whether the database has other tables, whose rows may point to those of this one.
  public var hasSeveralTables = false
  /// Which key does what.
  public var keys = KeyMap.standard
  /// Whether the mouse is reported.
  public private(set) var hasMouse = false
  /// Whether the terminal shows more than ASCII; if not, the key Enter goes by its word.
  public var isUnicode = true
  /// Whether nothing in the database can be changed.
  public var isReadOnly: Bool
  /// Whether editing keys only say why they do nothing.
  private var cannotEdit: Bool { isReadOnly || top.isReadOnly }

  /// Makes a stack with a table's list as its only screen.
  ///
  /// Where the table is read-only, the keys that edit say so.
  ///
  /// - Parameters:
  ///   - tables: The tables to choose from, where the database has several; then their list is the first screen.
  ///   - startsWithTables: Whether it is the only one, where there is such a list.
  public init(
    schema: Schema, size: Size, isReadOnly: Bool = false, tables: [TableEntry] = [],
    startsWithTables: Bool = true
  ) {
    (self.schema, self.size, self.isReadOnly) = (schema, size, isReadOnly)
    let hasTables = !tables.isEmpty
    screens = hasTables ? [TablesScreen(tables: tables)] : []
    if !hasTables || !startsWithTables { screens.append(ListScreen(schema: schema, hasBack: hasTables)) }
    settleList()
  }

  /// What the top screen is doing, or the inspector while the keys are about it.
  public var mode: Mode { inspector?.isFocused == true ? .inspector : top.mode }

  /// The number of screens.
  public var screenCount: Int { screens.count }

  private var top: any Screen { screens[screens.count - 1] }

  /// The records whose fields are on a screen, which a warning leaves there.
  public var shownRecords: Set<RecordID> {
    let beside = isSideBySide ? preview?.shownRecord : nil
    return Set(screens.compactMap(\.shownRecord) + [beside].compactMap { $0 })
  }

  /// The records on the screens that were dirty when they were read.
  public var dirtyRecords: [RecordID] {
    (screens + [preview].compactMap { $0 }).compactMap { screen in
      (screen as? DetailScreen)?.record.flatMap { $0.originals.isEmpty ? nil : $0.id }
    }
  }

  /// The places of the list that are visible.
  public var visiblePlaces: Range<Int> {
    guard let list else { return 0..<0 }
    return list.visiblePlaces(layout)
  }

  /// The place of the list's selected row.
  public var selectedPlace: Int { list?.selection.place ?? 0 }

  /// The places of the values that are visible, if a list of values is on the screens.
  public var visibleValues: Range<Int>? {
    screens.lazy.compactMap { $0 as? ValuesScreen }.last?.visiblePlaces(layout)
  }

  /// Closes the screens over the topmost list.
  public mutating func closeToList() {
    if let listIndex { screens.removeSubrange((listIndex + 1)...) }
    settleList()
  }

  /// Which rows the lists are of, from the bottom up; the last one is the list that updates are about.
  public var lists: [ListSource] {
    screens.compactMap { ($0 as? ListScreen)?.source }
  }

  private var listIndex: Int? { screens.lastIndex { $0 is ListScreen } }

  private var list: ListScreen? {
    get { listIndex.flatMap { screens[$0] as? ListScreen } }
    set { if let listIndex, let newValue { screens[listIndex] = newValue } }
  }

  /// Answers a key: the top screen does what the table of keys says, or takes the character as text.
  public mutating func press(_ key: Key) -> [Effect] {
    message = nil
    if let action = keys.action(for: key, in: mode), action != .toggle || top.hasToggle {
      return perform(action)
    }
    switch key {
    case .character(let character) where mode.takesText: return insert(String(character), isPaste: false)
    // Esc with a key right behind it comes as Alt with that key, too. It is not taken for that: Alt-Q must not quit, and
    // Alt-- must not delete.
    case .alt: return [.say(Wording.unbound(key, in: mode))]
    default: return mode.isFleeting ? perform(.cancel) + press(key) : [.say(Wording.unbound(key, in: mode))]
    }
  }

  /// Takes pasted text, which only an editor does.
  public mutating func paste(_ text: String) -> [Effect] {
    message = nil
    return insert(text, isPaste: true)
  }

  /// Takes the terminal's new size.
  public mutating func resize(_ size: Size) {
    self.size = size
    settleList()
  }

  private mutating func insert(_ text: String, isPaste: Bool) -> [Effect] {
    mode == .inspector ? [] : apply(screens[screens.count - 1].insert(text, isPaste: isPaste))
  }

  private mutating func perform(_ key: Action) -> [Effect] {
    // Enter opens the row that the field points to, and otherwise the record for editing.
    let action = key == .open && mode == .detail && !top.hasLink(layout) ? .toggleEditing : key
    if let effects = performOnPanes(action) { return effects }
    if action.isEditing, isReadOnly { return [.say(Wording.readOnly)] }
    if action.isEditing, top.isReadOnly { return [.say(Wording.noKey)] }
    switch action {
    case .memoryWarning: return [.memoryWarning]
    case .undo, .redo: return [isReadOnly ? .say(Wording.readOnly) : action == .undo ? .undo : .redo]
    case .history: return [.openHistory(.steps)]
    case .conflicts: return [.openConflicts]
    case .dismiss where progress?.isCancellable == true: return [.cancelWork]
    case .find, .chooseOrder, .reverseOrder:
      if progress?.needsList == true { return [.say(Wording.stillWorking)] }
      return applyToTop(action)
    case .redraw: return [.redraw]
    case .toggleMouse: return toggleMouse(!hasMouse) + [.say(Wording.mouse(hasMouse))]
    case .suspend: return [.suspend]
    case .quit: return [.quit]
    case .help:
      screens.append(HelpScreen(topic: mode, keys: keys, isUnicode: isUnicode))
      leaveInspector()
      return []
    default: return applyToTop(action)
    }
  }

  /// Has the mouse reported, or leaves it to the terminal.
  public mutating func toggleMouse(_ isOn: Bool) -> [Effect] {
    hasMouse = isOn
    return [.reportMouse(isOn)]
  }

  private mutating func applyToTop(_ action: Action) -> [Effect] {
    let layout = layout
    return apply(screens[screens.count - 1].perform(action, layout: layout))
  }

  private mutating func apply(_ outcome: Outcome) -> [Effect] {
    var effects = outcome.effects
    switch outcome.change {
    case .none: break
    case .push(let screen): push(screen)
    case .edit(let screen, let start): effects += push(screen, start)
    case .pop: pop()
    case .replace(let screen):
      pop()
      screens.append(screen)
    case .popBoth:
      pop()
      keepTyped(from: screens.count - 1)
      pop()
    case .offer(let value): effects = offer(value) + effects
    }
    return effects
  }

  /// Opens a screen; what was typed and given up last is at hand in every editor.
  @discardableResult
  private mutating func push(_ screen: any Screen, _ start: FieldStart = .opened) -> [Effect] {
    var screen = screen
    if var editor = screen.fieldEditor, let kept {
      editor.editor.keepReady(kept)
      screen = editor
    }
    let effects = start.begin(&screen)
    screens.append(screen)
    return effects
  }

  /// Keeps what is typed on the screens from one on, before they are closed.
  private mutating func keepTyped(from index: Int) {
    let editors = screens[index...].lazy.compactMap(\.fieldEditor)
    guard let editor = editors.last?.editor, editor.isChanged, !editor.line.text.isEmpty else { return }
    kept = editor.line.text
    message = Wording.typedIsKept
  }

  /// What would be lost if the program ended now; nil if nothing would.
  public var unsavedInput: UnsavedInput? {
    let editor = screens.lazy.compactMap(\.fieldEditor).last?.editor
    let text = editor.flatMap { $0.isChanged && !$0.line.text.isEmpty ? $0.line.text : nil }
    let draft = screens.lazy.compactMap { $0 as? DraftScreen }.last
    let values = draft?.changedValues ?? [:]
    if text == nil, values.isEmpty { return nil }
    return UnsavedInput(table: draft?.schema.table ?? schema.table, text: text, draft: values)
  }

  /// Has what a program that was ended had left at hand: the text for every editor, and the new record on the screen.
  public mutating func takeUnsaved(_ input: UnsavedInput) {
    kept = input.text ?? kept
    let isDrafted = !input.draft.isEmpty && input.table == schema.table && screens.last is ListScreen
    if isDrafted {
      var draft = DraftScreen(schema: schema)
      draft.take(input.draft)
      screens.append(draft)
    }
    message = Wording.inputRestored(isDrafted: isDrafted, hasText: input.text != nil)
  }

  /// Goes on with the form once a field is saved; nothing if the editor had to stay.
  public mutating func goOn(_ step: FormStep) -> [Effect] {
    let index = screens.count - 1
    switch (step, screens[index].fieldEditor, screens[index].form) {
    case (.save, var editor?, _):
      let outcome = editor.perform(.save, layout: layout)
      screens[index] = editor
      return apply(outcome)
    case (.type(let text, let isPaste), _?, _): return insert(text, isPaste: isPaste)
    case (_, _, var form?):
      let outcome = form.goOn(step)
      screens[index] = form
      return apply(outcome)
    default: return []
    }
  }

  /// Takes what the person's editor has made of the text, and saves it if it is right.
  public mutating func takeEdited(_ text: String) -> [Effect] {
    guard var editor = top.fieldEditor, editor.take(text) else { return [] }
    screens[screens.count - 1] = editor
    return editor.editor.problem == nil ? goOn(.save) : []
  }

  mutating func pop() {
    let popped = screens.count > 1 ? screens.removeLast() : nil
    if let isWhole = (popped as? ReportScreen)?.fromWholeInspector {
      inspector?.isFocused = true
      inspector?.isWhole = isWhole
    }
    settleList()
  }

  /// The row that was made for a form.
  private var inserted: (RecordID, Reference)?

  /// Takes the row that was made for a form, if one was.
  public mutating func takeInserted() -> [Effect] {
    defer { inserted = nil }
    return inserted.map { [.takeRow($0.0, for: $0.1)] } ?? []
  }

  /// What was typed last and not saved, for the editors to put back.
  private var kept: String?

  /// Gives a typed value to the screen below the editor: a draft takes it at once, a detail asks the store.
  private mutating func offer(_ value: Value) -> [Effect] {
    guard screens.count > 1 else { return [] }
    let below = screens.count - 2
    switch screens[below] {
    case let detail as DetailScreen: return [detail.accept(value)]
    case let menu as MenuScreen: return offer(value, to: menu)
    case let values as ValuesScreen:
      pop()
      if let question = values.question(changingTo: value) { screens.append(question) }
    case let fields as FieldsScreen:
      pop()
      return apply(fields.accept(value))
    case let types as FieldTypeScreen:
      guard let effect = types.accept(value) else { break }
      screens.removeLast(2)
      settleList()
      return [effect]
    case let views as ViewsScreen:
      screens.removeLast(2)
      settleList()
      return views.accept(value)
    case var draft as DraftScreen:
      draft.accept(value)
      screens[below] = draft
      pop()
    default: break
    }
    return []
  }

  /// Takes the value of the row that was chosen for the form below the list.
  ///
  /// - Parameter title: What the row is called.
  public mutating func takeRow(_ value: Value, title: String) -> [Effect] {
    guard (top as? ListScreen)?.reference != nil else { return [] }
    pop()
    switch top {
    case let detail as DetailScreen: return [detail.accept(value)]
    case var draft as DraftScreen:
      draft.accept(value, title: title)
      screens[screens.count - 1] = draft
    default: break
    }
    return []
  }

  /// Asks for the conflicts on screen again; nil if no screen shows any.
  public var conflictsAgain: Effect? {
    screens.lazy.compactMap { $0 as? ConflictScreen }.last?.again
  }

  /// Asks for the lines of the history on top again.
  public var historyAgain: Effect? { (top as? HistoryScreen)?.again }

  /// Whether a file is being chosen, or a question about it asked.
  public var isChoosingFile: Bool { screens.contains { $0 is FileScreen } }

  /// Gives the bytes of the chosen file to the field that they were asked for.
  public mutating func take(_ value: Value) -> [Effect] {
    guard let screen = top as? FileScreen else { return [] }
    return offer(screen.value(of: value)) + (screen.isDoubtful(value) ? [.say(Wording.unknownPicture)] : [])
  }

  /// A picture that there is room for and that is not there yet.
  public var wantedPicture: PictureRequest? {
    let layout = layout
    for form in screens.suffix(from: firstVisible).lazy.compactMap(\.form) {
      if let request = form.wantedPicture(layout) { return request }
    }
    return previewLayout.flatMap { preview?.wantedPicture($0) }
  }

  /// The value of a field of the new record that is typed.
  public func draftValue(_ field: Int) -> Value? {
    screens.lazy.compactMap { $0 as? DraftScreen }.last?.value(at: field)
  }

  /// The record on top whose related rows are not known yet.
  public var wantedRelated: RecordID? { (top as? DetailScreen)?.wantedRelated }

  /// The field whose texts can complete the one that is being typed, if one is.
  public var wantedSuggestions: SuggestionRequest? {
    guard let column = (top as? FieldScreen)?.suggestedField?.column, screens.count > 1 else { return nil }
    let schema: Schema
    switch screens[screens.count - 2] {
    case let detail as DetailScreen: schema = detail.schema
    case let draft as DraftScreen: schema = draft.schema
    case is MenuScreen: schema = self.schema
    case let values as ValuesScreen: schema = values.schema
    default: return nil
    }
    return schema.fields.firstIndex { $0.column == column }.map {
      SuggestionRequest(table: schema.id, field: $0)
    }
  }

  /// Sets a field of many rows, after a question; a value that only one row may have is refused without one.
  private mutating func offer(_ value: Value, to menu: MenuScreen) -> [Effect] {
    if let problem = menu.problem(with: value) {
      receive(.refused(problem))
      return []
    }
    screens.removeLast(2)
    guard let question = menu.question(setting: value) else { return menu.accept(value) }
    let answers: [AlertScreen.Answer] = [.init("Cancel"), .init("Set", effects: menu.accept(value))]
    screens.append(AlertScreen(question, answers: answers))
    return []
  }

  /// Keeps the topmost list's selection within its rows, and takes its table as that of the screens.
  private mutating func settleList() {
    let layout = layout
    if var values = top as? ValuesScreen {
      values.settle(layout)
      screens[screens.count - 1] = values
    }
    guard var list else { return }
    list.settle(layout)
    self.list = list
    schema = list.schema
  }

  // MARK: - Updates

  /// Takes an answer to an effect.
  public mutating func receive(_ update: Update) {
    let count = screens.count
    defer { if screens.count > count { leaveInspector() } }
    switch update {
    case .inspector(let state):
      if let pane = panes.inspector { inspector?.receive(state, pane.layout) }
    case .comparison(let comparison): inspector?.receive(comparison)
    case .account(let account): inspector?.receive(account)
    case .alert(let alert): screens.append(alert)
    case .report(let lines, let file, let canImport):
      let answer = (name: "Import", effect: Effect.importFile(file, isTrial: false))
      screens.append(ReportScreen(Wording.importTitle(file), lines, answer: canImport ? answer : nil))
    case .explained(let group, let plan):
      screens.append(
        ReportScreen(
          InspectorWording.statement, InspectorWording.explanation(of: group, plan), answer: nil,
          fromWholeInspector: inspector.map(\.isWhole)))
    case .cannotChange: pop()
    case .opened(let source, let schema):
      screens.append(ListScreen(schema: schema, source: source, hasBack: true))
    case .linked(let record, let schema):
      screens.append(DetailScreen(schema: schema, record: record))
    case .choice(let lists): screens.append(MenuScreen(schema: schema, purpose: .open(lists)))
    case .begun(let schema, let start): screens.append(DraftScreen(schema: schema, start: start))
    case .openedValues(let schema, let field): screens.append(ValuesScreen(schema: schema, field: field))
    case .openedViews(let names): screens.append(ViewsScreen(names))
    case .openedHistory(let source, let lines): screens.append(HistoryScreen(source, lines))
    case .history:
      updateAll(update)
      if let screen = top as? HistoryScreen, screen.isOver { pop() }
    case .openedConflicts(let lines):
      screens.removeAll { $0 is ConflictScreen }
      screens.append(ConflictScreen(lines))
    case .conflicts:
      updateAll(update)
      if let screen = top as? ConflictScreen, screen.isSettled { pop() }
      // One below other screens would be empty when they are left.
      screens.removeAll { ($0 as? ConflictScreen)?.isSettled == true }
    case .window, .selected:
      if let listIndex { screens[listIndex].receive(update) }
      if list?.window.count == .exactly(0) { preview = nil }
      sayLostMarks()
    case .choosing:
      if let listIndex { screens[listIndex].receive(update) }
      message = Wording.choosesRow
    case .inserted(let record):
      // A row that points to the record of a detail is of another table than the list.
      let draft = top as? DraftScreen
      let schema = draft.map { $0.schema.id == self.schema.id ? self.schema : $0.schema } ?? schema
      if mode == .draft { pop() }
      // A row that is made while one is chosen is selected there, for Enter to take it.
      if let reference = (top as? ListScreen)?.reference {
        inserted = (record.id, reference)
        break
      }
      screens.append(DetailScreen(schema: schema, record: record, nextStart: draft?.nextStart))
    case .deleted(let id):
      forget(.rows([id]))
    case .deletedRows(let rows): forget(rows)
    case .progress(let progress): self.progress = progress
    case .fileWritten: if top is FileScreen { pop() }
    case .accepted where top.mode.isEditor:
      pop()
      updateAll(update)
    case .refused(let problem) where !top.mode.isEditor: message = problem
    case .large(let id, let field, let value):
      guard let detail = top as? DetailScreen, detail.id == id else { break }
      let editor = FieldEditor.screen(for: detail.schema.fields[field], holding: value, isInForm: true)
      if editor is FileScreen { message = Wording.takesFile(detail.schema.fields[field], value) }
      push(editor)
    case .neighbor, .lateNeighbor: screens[screens.count - 1].receive(update)
    default: updateAll(update)
    }
    settleList()
  }

  /// Says that marks were dropped: as long as words are typed, and once more when their rows are there.
  private mutating func sayLostMarks() {
    guard var list, list.hasLostMarks else { return }
    if message == nil { message = Wording.marksLost }
    list.hasLostMarks = list.prompt != nil || message != Wording.marksLost
    self.list = list
  }

  private mutating func updateAll(_ update: Update) {
    for index in screens.indices { screens[index].receive(update) }
    preview?.receive(update)
  }

  /// Closes the screen of a row that is gone and those over it, and removes the rows' marks.
  private mutating func forget(_ rows: RowSet) {
    let gone = screens.firstIndex { $0.shownRecord.map(rows.contains) ?? false }
    if let gone {
      keepTyped(from: gone)
      screens.removeSubrange(gone...)
    }
    if let id = preview?.shownRecord, rows.contains(id) { preview = nil }
    updateAll(.deletedRows(rows))
  }

  // MARK: - What is waited for

  /// The record of the top screen, if it is not read yet.
  public var recordToLookAt: RecordID? {
    guard let detail = top as? DetailScreen, detail.record == nil else { return nil }
    return detail.id
  }

  /// Whether a value is being typed, which a change of the screens below would discard.
  public var isTypingValue: Bool { screens.contains { $0.mode.isEditor || $0.mode == .draft } }

  // MARK: - Panes

  /// Whether the list and what goes on over it are side by side.
  public var isSideBySide: Bool {
    isSplit && size.columns >= Panes.splitColumns && listIndex != nil && !panes.isInspectorAlone
  }

  /// Where everything is.
  var panes: Panes {
    let wish: Panes.Inspector =
      switch inspector {
      case nil: .closed
      case let inspector? where inspector.isFocused: inspector.isWhole ? .whole : .focused
      case .some: .beside
      }
    return Panes(
      size: size, isSplit: isSplit && listIndex != nil, inspector: wish, isReadOnly: isReadOnly,
      shares: borders)
  }

  /// Takes hold of the line between two panes that is at a place, or lets go; returns whether there is one.
  mutating func holdBorder(at place: Position?) -> Bool {
    draggedBorder = place.flatMap { place in
      panes.rules.first { $0.column == place.column && $0.rows.contains(place.row) }?.border
    }
    return draggedBorder != nil
  }

  /// Moves the line that is held to a column.
  mutating func dragBorder(to column: Int) {
    guard let draggedBorder, size.columns > 0 else { return }
    borders[draggedBorder] = Double(column) / Double(size.columns)
    settleList()
  }

  /// The layout of the pane that the top screen is in.
  var layout: Layout {
    let panes = panes
    return isListOnTop ? panes.list?.layout ?? panes.stack.layout : panes.stack.layout
  }

  /// The first screen that lies beside the list, if there is one.
  private var besideList: Int? {
    guard let listIndex else { return nil }
    return screens[(listIndex + 1)...].firstIndex { !$0.isOverlay }
  }

  /// Whether nothing but what is asked about it lies over the list.
  private var isListOnTop: Bool { listIndex != nil && besideList == nil }

  /// The columns from which on the list and a record can be side by side.
  public static let splitColumns = Panes.splitColumns

  /// The row to show beside the list once the cursor rests; nil if it is shown already, or cannot be.
  public var restingRow: ListRow? {
    guard followsCursor, isSideBySide, isListOnTop, [.list, .find].contains(mode),
      let row = list?.selectedRow, preview?.shownRecord != row.id
    else { return nil }
    return row
  }

  /// The layout of the record beside the list, if it is visible.
  private var previewLayout: Layout? { isSideBySide && isListOnTop ? panes.stack.layout : nil }

  /// Shows the selected row beside the list.
  public mutating func rest() -> [Effect] {
    guard let row = restingRow, let list else { return [] }
    preview = DetailScreen(schema: list.schema, row: row)
    return [.look(row.id)]
  }

  /// Has the record beside the list read again, since many rows have changed.
  public mutating func refreshPreview() { preview = nil }

  /// Draws the panes, that with the cursor last.
  private func drawPanes(_ panes: Panes, on frame: inout Frame) {
    for rule in panes.rules {
      for row in rule.rows {
        frame.write("│", at: Position(column: rule.column, row: row), width: 1, role: .border)
      }
    }
    if let pane = panes.inspector, let inspector {
      frame.overlay(inspector.frame(pane.layout), at: pane.position)
    }
    guard !panes.isInspectorAlone else { return }
    guard let list = panes.list, let listIndex else { return draw(screens[...], panes.stack, on: &frame) }
    let split = besideList ?? screens.endIndex
    let (below, above) = (screens[listIndex..<split], screens[split...])
    if above.isEmpty {
      drawPreview(panes.stack, on: &frame)
      draw(below, list, on: &frame)
    } else {
      draw(below, list, on: &frame, isResting: true)
      draw(above, panes.stack, on: &frame)
    }
    if inspector?.isFocused == true { frame.cursor = nil }
  }

  /// Draws the screens of a pane; what is selected in one that the keys are not about stands out less.
  private func draw(
    _ screens: ArraySlice<any Screen>, _ pane: Panes.Pane, on frame: inout Frame, isResting: Bool = false
  ) {
    var part = Frame(size: pane.layout.size)
    draw(screens, on: &part, pane.layout)
    if isResting || inspector?.isFocused == true { part.rest() }
    frame.overlay(part, at: pane.position)
  }

  private func drawPreview(_ pane: Panes.Pane, on frame: inout Frame) {
    guard let preview else { return }
    var part = Frame(size: pane.layout.size)
    var bar = preview.bar
    // The keys are those of the list.
    bar?.left = .init("")
    bar?.right = .init("")
    if pane.layout.hasBar { bar?.draw(on: &part, row: 0, margin: pane.layout.margin) }
    preview.draw(on: &part, layout: pane.layout)
    frame.overlay(part, at: pane.position)
  }

  // MARK: - The inspector

  /// Whether the inspector is open.
  public var isInspected: Bool { inspector != nil }

  /// What the inspector shows, or nil if it is closed.
  public var inspectorPage: InspectorPage? { inspector?.page }

  /// The record that the inspector shows twice, if it does and is seen: that of the topmost screen that has one.
  public var comparedRecord: ComparedRecord? {
    guard inspector?.page == .record, panes.inspector != nil else { return nil }
    for screen in screens.reversed() {
      switch screen {
      case let detail as DetailScreen:
        let title = detail.record.map { detail.schema.title(of: $0.shownValues) } ?? detail.title
        return ComparedRecord(schema: detail.schema, id: detail.id, title: title)
      case let draft as DraftScreen: return ComparedRecord(schema: draft.schema, isDraft: true)
      case let list as ListScreen:
        let row = list.selectedRow
        return ComparedRecord(schema: list.schema, id: row?.id, title: row?.title ?? .null)
      default: continue
      }
    }
    return ComparedRecord(schema: schema)
  }

  /// What the inspector has room for, or nil if it is not seen or shows something else.
  public var inspectorRequest: InspectorRequest? {
    guard inspector?.page == .store, let pane = panes.inspector else { return nil }
    return inspector?.request(pane.layout)
  }

  /// The records on screen, in the list or on screens of their own.
  public var visibleRecords: [RecordID] {
    let rows = visiblePlaces.compactMap { list?.window.row(at: $0)?.id }
    return rows + shownRecords.subtracting(rows)
  }

  /// Opens the inspector, has it show something else, or closes it.
  public mutating func toggleInspector(_ page: InspectorPage = .store) {
    guard inspector == nil else {
      if inspector?.page == page { inspector = nil } else { inspector?.page = page }
      return
    }
    inspector = Inspector(page: page)
    // If there is no room for it beside the rest, it is seen while it is what the keys are about.
    if panes.inspector == nil { inspector?.isFocused = true }
  }

  /// Does an action that is about the panes; nil if it is about the screens.
  private mutating func performOnPanes(_ action: Action) -> [Effect]? {
    switch action {
    case .inspect: toggleInspector()
    case .compareRecord: toggleInspector(.record)
    case .showAccount: toggleInspector(.account)
    case .inspectWhole: inspectWhole()
    case .toggleSplit:
      isSplit.toggle()
      settleList()
      if isSplit, size.columns < Panes.splitColumns { return [.say(Wording.tooNarrowToSplit)] }
    case .switchPane: switchPane()
    case .memoryWarning, .redraw, .toggleMouse, .suspend, .quit, .help, .undo, .redo, .history, .conflicts:
      return nil
    default:
      guard mode == .inspector, let pane = panes.inspector else { return nil }
      if action == .open, inspector?.page == .store {
        return inspector?.chosen.map { [.explain($0)] } ?? []
      }
      inspector?.perform(action, layout: pane.layout)
    }
    return []
  }

  private mutating func inspectWhole() {
    if inspector == nil { inspector = Inspector() }
    let isWhole = inspector?.isWhole == true && inspector?.isFocused == true
    inspector?.isWhole = !isWhole
    inspector?.isFocused = !isWhole
    settleList()
  }

  private mutating func switchPane() {
    guard inspector != nil else { return }
    inspector?.isFocused.toggle()
    inspector?.isWhole = false
    settleList()
  }

  /// Moves the keys' focus back to the screens.
  private mutating func leaveInspector() {
    inspector?.isFocused = false
    inspector?.isWhole = false
  }

  /// The rows that are marked in the list on screen.
  public var markedRows: RowSet { list?.marks ?? .none }

  // MARK: - Drawing

  /// The whole screen as a value; it is drawn again after each event.
  public func frame() -> Frame {
    var frame = Frame(size: size)
    let panes = panes
    if panes.isSingle {
      draw(screens[...], on: &frame, panes.stack.layout)
    } else {
      drawPanes(panes, on: &frame)
    }
    let (status, layout) = (status, Layout(size: size))
    status.draw(on: &frame)
    if layout.hasKeys { drawKeys(on: &frame, instead: status.onKeysLine) }
    return frame
  }

  /// Draws screens, from the topmost one that hides everything below it.
  func draw(_ screens: ArraySlice<any Screen>, on frame: inout Frame, _ layout: Layout) {
    let first = screens.lastIndex { !$0.isOverlay } ?? screens.startIndex
    for index in first..<screens.endIndex {
      let screen = screens[index]
      if layout.hasBar, let bar = bar(of: index) {
        bar.draw(on: &frame, row: 0, margin: layout.margin)
      }
      // The form below has drawn it.
      if let editor = screen.fieldEditor, editor.isInside, index > first { continue }
      // What lies below a question or a menu is not what the keys are about.
      if index > first { frame.rest() }
      frame.cursor = nil
      guard let form = screen.form else {
        screen.draw(on: &frame, layout: layout)
        continue
      }
      let above = index + 1 < screens.endIndex ? screens[index + 1].fieldEditor : nil
      form.draw(on: &frame, layout: layout, editing: above?.isInside == true ? above : nil)
    }
  }

  /// The bar of a screen; if it says that one can go back it names the screen below.
  private func bar(of index: Int) -> Bar? {
    let screen = screens[index]
    guard var bar = screen.bar(isReadOnly: isReadOnly || screen.isReadOnly) else { return nil }
    let below = index > 0 ? screens[index - 1].bar?.titles.last : nil
    if let detail = screen as? DetailScreen, !detail.isEditing, let below {
      bar.left.text = Wording.back(to: below)
    }
    return bar
  }

  /// The topmost screen that hides everything below it.
  private var firstVisible: Int { screens.lastIndex { !$0.isOverlay } ?? 0 }

  private var status: StatusLine {
    let prompt = mode == .inspector ? nil : top.prompt
    let said = (message ?? prompt?.explanation).map {
      [Span($0.text, $0.isProblem ? .error : .message, address: $0.address)]
    }
    // While words are typed the meter tells how far the search is, once it shows something.
    let isTold = prompt.map { $0.kind != .find || $0.line.text == list?.window.filter } ?? false
    let progress = isTold ? [] : progress?.forms(saysEscape: canCancelWork) ?? []
    let both = said.flatMap { said in progress.last.map { said + [Span("  ", .message)] + $0 } }
    let forms = said.map { [both, $0].compactMap { $0 } } ?? progress
    var counted = schema
    if list == nil { (counted.singular, counted.plural) = ("table", "tables") }
    return StatusLine(layout: Layout(size: size), meters: meter.forms(counted), forms: forms, prompt: prompt)
  }

  /// The screen that the keys are about, as it is spoken.
  var spokenScreen: any Screen { top }

  /// What explains what is being typed.
  var promptExplanation: String? { top.prompt?.explanation?.text }

  /// What is being worked on, as a sentence.
  var progressText: String { progress?.forms(saysEscape: false).first.map { $0.map(\.text).joined() } ?? "" }

  /// Whether Esc ends work, rather than doing something on the screen.
  private var canCancelWork: Bool {
    guard let progress else { return false }
    return progress.isCancellableAnywhere
      || progress.isCancellable && keys.action(for: .escape, in: mode) == .dismiss
  }

  private func drawKeys(on frame: inout Frame, instead said: [Span]?) {
    let layout = Layout(size: size)
    let width = size.columns - 2 * layout.margin
    var hints = hints(fitting: width).flatMap {
      [Span(shown($0.hint.keys) + " ", .action), Span($0.hint.does, .dim), Span("  ", .dim)]
    }
    // The blanks behind the last one need no room.
    if hints.width > width { hints.removeLast() }
    frame.write(
      said ?? hints, at: Position(column: layout.margin, row: layout.keysRow),
      width: said == nil ? size.columns - layout.margin : width)
  }

  /// The hint for an entry of the key table, if it does anything here.
  private func hint(of binding: KeyBinding, _ layout: Layout) -> KeyBinding.Hint? {
    let actions = binding.actions.map(\.action)
    if actions.contains(.conflicts) {
      return meter.hasConflicts ? KeyBinding.Hint(keys: "C", does: "conflicts", isMinor: false) : nil
    }
    if actions.contains(.history) {
      return mode == .list && list?.hasMarks == true
        ? KeyBinding.Hint(keys: "U", does: "history", isMinor: false) : nil
    }
    guard var hint = binding.hint, actions.allSatisfy(isOffered),
      mode == .inspector || actions.contains(where: { top.offers($0, layout) })
    else { return nil }
    if actions.contains(.open), opensLink { hint.does = "open" }
    if actions.contains(.save), let file = top as? FileScreen, file.isWriting, mode == .filePath {
      hint.does = "write"
    }
    return hint
  }

  /// Whether an action does anything here.
  private func isOffered(_ action: Action) -> Bool {
    if cannotEdit, action.isEditing { return false }
    return switch action {
    case .undo: !isReadOnly && meter.canUndo
    case .references: hasSeveralTables
    case .neighbor: hasNeighbors
    case .clear, .export: top.hasBytes
    case .toggle: top.hasToggle
    case .filterStatements, .groupStatements, .pause: inspector?.page == .store
    case .open where mode == .inspector: inspector?.page == .store
    case .open where mode == .detail: opensLink || !cannotEdit
    default: true
    }
  }

  /// Whether Enter goes to the row that the record on top points to.
  private var opensLink: Bool { mode == .detail && top.hasLink(layout) }

  /// Whether the topmost list is of the shown record's table, and so knows its neighbors.
  private var hasNeighbors: Bool { list != nil && schema.id == top.shownRecord?.table }

  /// The names of keys as the terminal can show them.
  private func shown(_ keys: String) -> String { isUnicode || keys != Key.enter.name ? keys : Key.enter.word }

  /// The hints that fit, from the left, with the first key of each; minor ones go first, and the way to the help stays when
  /// others have to go.
  private func hints(fitting width: Int) -> [(hint: KeyBinding.Hint, key: Key?)] {
    let layout = layout
    var hints = keys.bindings(in: mode).compactMap { binding in
      hint(of: binding, layout).map { (hint: $0, key: binding.actions.first?.key) }
    }
    var needed = hints.reduce(-2) { $0 + self.width(of: $1.hint) + 2 }
    while needed > width,
      let last = hints.lastIndex(where: \.hint.isMinor) ?? hints.lastIndex(where: { $0.hint.keys != "?" })
    {
      needed -= self.width(of: hints.remove(at: last).hint) + 2
    }
    return hints
  }

  private func width(of hint: KeyBinding.Hint) -> Int {
    TextWidth.width(of: shown(hint.keys)) + TextWidth.width(of: hint.does) + 1
  }

  /// The key of the hint that is shown at a column of the last line.
  func key(ofHintAt column: Int) -> Key? {
    let layout = Layout(size: size)
    var start = layout.margin
    for (hint, key) in hints(fitting: size.columns - 2 * layout.margin) {
      let end = start + width(of: hint)
      if start..<end ~= column { return key }
      start = end + 2
    }
    return nil
  }
}

extension Panes.Pane {
  /// The place of its top left cell.
  fileprivate var position: Position { Position(column: column, row: row) }
}
