import Cells
import Records

/// Everything that a frame is drawn from: the screens, the status line and the key line.
///
/// An event goes to the top screen, which answers with effects; their results come back through `receive(_:)`.
public struct ScreenStack: Sendable {
  private(set) var stack: Stack
  private(set) var paneSet = PaneSet()
  package var meter = Meter()
  package var message: Message?
  private(set) var progress: WorkProgress?
  package private(set) var size: Size
  /// The table of the topmost list, or the initial one.
  public private(set) var schema: Schema
  package var settings = ScreenSettings()
  private(set) var hasMouse = false
  package var isReadOnly: Bool
  package private(set) var commands = SearchHistory()
  private var isResult = false
  /// Whether the record for which the person has left a statement's result is gone.
  public private(set) var hasLostVisit = false

  /// Makes a stack with the list of a table.
  ///
  /// With `tables`, their list is the first screen and, with `startsWithTables`, the only one.
  public init(
    schema: Schema, size: Size, isReadOnly: Bool = false, tables: [TableEntry] = [],
    startsWithTables: Bool = true
  ) {
    (self.schema, self.size, self.isReadOnly) = (schema, size, isReadOnly)
    let hasTables = !tables.isEmpty
    let first: [any Screen] = hasTables ? [TablesScreen(tables: tables)] : []
    let list: [any Screen] =
      !hasTables || !startsWithTables ? [ListScreen(schema: schema, hasBack: hasTables)] : []
    stack = Stack(first + list)
    if !list.isEmpty { markHome() }
    settle()
  }

  /// Shows the result of a statement in a list; leaving it returns to the library.
  public mutating func showResult(after commands: SearchHistory, opensRecords: Bool) {
    self.commands = commands
    var list = ListScreen(schema: schema, hasBack: true)
    list.opensRecords = opensRecords
    stack = Stack([list])
    isResult = true
    settle()
  }

  /// Makes the record on top a visit from a statement's result, to which leaving it returns.
  ///
  /// - Parameter count: The number of screens below the record, which may be gone.
  public mutating func beginVisit(above count: Int) {
    if stack.count > count { stack.top.isVisit = true }
    hasLostVisit = !isVisiting
  }

  /// Drops the link to the result: leaving the record returns to the library.
  public mutating func endVisit() {
    stack.endVisit()
    hasLostVisit = false
  }

  package var isVisiting: Bool { stack.screens.contains(where: \.isVisit) }

  package mutating func markHome() { stack.list?.isHome = true }

  package var needs: ScreenNeeds { ScreenNeeds(of: self) }

  package var mode: Mode { paneSet.isInspectorFocused ? .inspector : stack.top.mode }

  package var kind: Mode { stack.top.kind }

  /// Today in the person's time zone, for reading typed days.
  public var today: CalendarDate? {
    get { stack.today }
    set { stack.today = newValue }
  }

  package var screenCount: Int { stack.count }

  package var selectedPlace: Int { stack.list?.selection.place ?? 0 }

  private var cannotEdit: Bool { isReadOnly || stack.top.isReadOnly }

  // MARK: - Keys and text

  package mutating func press(_ typed: Key) -> [Effect] {
    message = nil
    let key = settings.keys.meaning(of: typed, in: mode)
    // In a menu, a lowercase letter selects the choice that begins with it, even if the key has another meaning;
    // choices may be in the alphabet of the keyboard.
    for case .character(let letter) in [typed, key] where letter.isLowercase || !letter.isASCII {
      if mode != .inspector, let outcome = stack.top.select(choice: letter) { return apply(outcome) }
    }
    let action = settings.keys.action(for: key, in: mode)
    if let action = sideways(key, action) ?? action, stack.top.takes(action) { return perform(action) }
    switch key {
    case .character(let character) where mode.takesText: return insert(String(character), isPaste: false)
    case .character(let character):
      if let outcome = stack.top.select(choice: character) { return apply(outcome) }
    // Esc right before a key arrives as Alt with that key. It is not taken as Esc: Alt-Q must not quit.
    case .alt: return [.say(Wording.unbound(typed, in: mode))]
    default: break
    }
    return mode.isFleeting ? perform(.cancel) + press(typed) : [.say(Wording.unbound(typed, in: mode))]
  }

  /// In a gallery, the keys that go back or open in a list go to a side.
  private func sideways(_ key: Key, _ action: Action?) -> Action? {
    guard mode == .list, showsGallery else { return nil }
    return switch (key, action ?? (key == .left ? .back : .open)) {
    case (.left, .back), (.character("h"), .back): .moveAcross(-1)
    case (.right, .open), (.character("l"), .open): .moveAcross(1)
    default: nil
    }
  }

  package mutating func paste(_ text: String) -> [Effect] {
    message = nil
    return insert(text, isPaste: true)
  }

  package mutating func resize(_ size: Size) {
    self.size = size
    settle()
  }

  package mutating func answer(_ event: MouseEvent) -> [Effect] {
    var answer = MouseAnswer(self)
    defer { self = answer.stack }
    return answer.answer(event)
  }

  mutating func selectField(at place: Position) -> Bool? {
    let pane = panes.stack
    let inside = Position(column: place.column - pane.column, row: place.row - pane.row)
    return stack.top.selectField(at: inside, layout: pane.layout)
  }

  package var keysThere: KeyMap { settings.keys.leavingOut { [top = stack.top] in !top.takes($0) } }

  private mutating func insert(_ text: String, isPaste: Bool) -> [Effect] {
    mode == .inspector ? [] : apply(stack.top.insert(text, isPaste: isPaste))
  }

  private mutating func perform(_ key: Action) -> [Effect] {
    let action = mode == .inspector ? key : stack.top.meaning(of: key, layout)
    if let effects = performOnPanes(action) { return effects }
    if action.isEditing, isReadOnly { return [.say(Wording.readOnly)] }
    if action.isEditing, stack.top.isReadOnly { return [.say(Wording.noKey)] }
    switch action {
    case .memoryWarning: return [.memoryWarning]
    case .undo, .redo: return [isReadOnly ? .say(Wording.readOnly) : action == .undo ? .undo : .redo]
    case .asks(let effect, _): return apply(.effect(effect))
    case .dismiss where progress?.isCancellable == true: return [.cancelWork]
    case .find, .chooseOrder, .reverseOrder:
      if progress?.needsList == true { return [.say(Wording.stillWorking)] }
      return applyToTop(action)
    case .jump: return beginCommand()
    case .own(let name):
      let rows: RowSet? = stack.top.shownRecord.map { .rows([$0]) } ?? stack.list?.chosenRows
      return rows.map { [.library(.runCommand(name, $0))] } ?? []
    case .quit where progress?.endsOnQuit == true: return [.cancelWork]
    case .toggleMouse where !settings.canReportMouse: return [.say(Wording.noMouse)]
    case .toggleMouse: return toggleMouse(!hasMouse) + [.say(Wording.mouse(hasMouse))]
    case .quit: return [.quit]
    case .help:
      let signs = QuestionWording.signs(of: schema, showsHydration: showsHydration)
      stack.push(HelpScreen(topic: mode, signs: signs, keys: keysThere, isUnicode: settings.isUnicode))
      paneSet.leaveInspector()
      return []
    default: return applyToTop(action)
    }
  }

  package mutating func toggleMouse(_ isOn: Bool) -> [Effect] {
    hasMouse = isOn
    return [.reportMouse(isOn)]
  }

  private mutating func applyToTop(_ action: Action) -> [Effect] {
    let layout = layout
    return apply(stack.top.perform(action, layout: layout))
  }

  /// Searches more lines for the typed words; returns whether lines are left.
  public mutating func findMore() -> Bool {
    guard stack.top.isUnread else { return false }
    stack.top.findMore()
    settle()
    return stack.top.isUnread
  }

  package mutating func closeReports() {
    let kinds: Set<Mode> = [.values, .groups, .statistics, .duplicates, .merge]
    if let index = stack.screens.firstIndex(where: { kinds.contains($0.kind) }), index > 0 {
      stack.cut(from: index)
    }
    settle()
  }

  package mutating func take(_ commands: SearchHistory) { self.commands = commands }

  package mutating func closeToList() {
    if let index = stack.listIndex { stack.cut(from: index + 1) }
    settle()
  }

  private mutating func apply(_ outcome: Outcome) -> [Effect] {
    defer { settle() }
    if case .pop = outcome.change {
      if isResult, stack.count == 1 { return [.library(.leaveResult)] }
      if stack.top.isVisit { return [.library(.returnToResult)] }
    }
    let effects = stack.apply(outcome)
    guard case .run(let command) = outcome.change else { return effects }
    return effects + run(command)
  }

  private mutating func pop() {
    stack.pop()
    settle()
  }

  // MARK: - Commands

  private mutating func beginCommand() -> [Effect] {
    stack.push(CommandScreen(commandTable, history: commands, hasRows: stack.top.mode == .list))
    return []
  }

  private var commandTable: CommandTable {
    let own = mode == .list || mode == .detail ? settings.keys.commands : []
    return CommandTable(
      settings.keys.bindings(in: mode), keyless: mode == .list ? CommandWording.keyless : [], own: own,
      hasList: stack.list != nil, hasLines: stack.top.canExport, takes: stack.top.takes)
  }

  /// Reopens the prompt with a refused statement, unless something is typed there already.
  private mutating func show(_ refused: RefusedStatement) {
    guard !mode.isTyping else { return message = refused.problem }
    stack.push(
      CommandScreen(commandTable, history: commands, hasRows: stack.top.mode == .list, refused: refused))
  }

  private mutating func run(_ command: TypedCommand) -> [Effect] {
    commands.note(command.text)
    switch command.run {
    case .action(let action): return perform(action)
    case .file(let command, let path):
      return [command.run(Text(path), of: command == .exporting ? stack.top.exported : nil)]
    case .library(let effect): return [.library(effect)]
    case .chooseFile(let command, let typed):
      let screen = FileScreen(
        for: command, typed: typed, schema, exported: command == .exporting ? stack.top.exported : nil)
      stack.push(screen)
      return [.listFolder(screen.asked)]
    case .jump(let jump):
      guard var list = stack.list else { return [] }
      defer { stack.list = list }
      return list.jump(jump).effects
    }
  }

  // MARK: - Forms

  package mutating func goOn(_ step: FormStep) -> [Effect] {
    if case .type(let text, let isPaste) = step, stack.top.fieldEditor != nil {
      return insert(text, isPaste: isPaste)
    }
    defer { settle() }
    return stack.goOn(step, layout)
  }

  package mutating func takeEdited(_ text: String) -> [Effect] {
    if let outcome = stack.top.take(edited: text) { return apply(outcome) }
    return stack.takeEdited(text) ? goOn(.save) : []
  }

  package mutating func takeRow(_ value: Value, title: String) -> [Effect] {
    defer { settle() }
    return stack.takeRow(value, title: title)
  }

  package mutating func takeInserted() -> [Effect] { stack.takeInserted() }

  package mutating func take(_ bytes: Value) -> [Effect] { apply(stack.top.take(file: bytes)) }

  /// Restores the input of a killed program: a text for any editor, and the new record.
  public mutating func takeUnsaved(_ input: UnsavedInput) { message = stack.takeUnsaved(input, in: schema) }

  // MARK: - Updates

  package mutating func receive(_ update: Update) {
    // Progress comes with each frame, and no selection depends on it.
    if case .progress(let progress) = update { return self.progress = progress }
    let count = stack.count
    if let screen = update.screen(in: schema, isInspectorWhole: paneSet.inspector.map(\.isWhole)) {
      stack.push(screen)
    } else {
      take(update)
    }
    settle()
    if stack.count > count { paneSet.leaveInspector() }
  }

  package mutating func open(_ screen: any Screen, replacingItsKind replacesItsKind: Bool = false) {
    let count = stack.count
    if replacesItsKind { stack.remove { $0.kind == screen.kind } }
    stack.push(screen)
    settle()
    if stack.count > count { paneSet.leaveInspector() }
  }

  private mutating func take(_ update: Update) {
    switch update {
    case .inspector, .comparison, .account: paneSet.receive(update, in: panes.inspector)
    case .cannotChange: pop()
    case .refusedStatement(let refused): show(refused)
    case .history, .conflicts, .settledDuplicates:
      receiveEverywhere(update)
      if stack.top.isOver { pop() }
      // An empty screen below others would be visible when they close.
      stack.remove(where: \.isOver)
    case .finding, .marked: stack.receiveInList(update)
    case .window, .selected:
      stack.receiveInList(update)
      followRows()
    case .choosing:
      stack.receiveInList(update)
      message = Wording.choosesRow
    case .inserted where stack.top.closesWhenSaved: pop()
    case .inserted(let record): stack.show(record, in: schema)
    case .deleted(let id): forget(.rows([id]))
    case .deletedRows(let rows): forget(rows)
    case .noted: if stack.top.closesWhenSaved { pop() }
    case .fileWritten: if stack.top.mode.choosesFile { pop() }
    case .accepted where stack.top.mode.isEditor:
      pop()
      receiveEverywhere(update)
    case .refused(let problem) where !stack.top.mode.isEditor: message = problem
    case .large(let id, let field, let value):
      guard let (editor, note) = stack.top.editor(of: id, field: field, holding: value) else { break }
      if let note { message = note }
      stack.push(editor, .opened)
    case .neighbor, .lateNeighbor: stack.top.receive(update)
    default: receiveEverywhere(update)
    }
  }

  private mutating func receiveEverywhere(_ update: Update) {
    stack.receive(update)
    paneSet.preview?.receive(update)
  }

  /// Closes the preview of an empty list, and says that marks were dropped: while a search is typed, and once more
  /// when its rows arrive.
  private mutating func followRows() {
    guard var list = stack.list else { return }
    if list.window.count == .exactly(0) { paneSet.preview = nil }
    guard list.hasLostMarks else { return }
    if message == nil { message = ListWording.marksLost }
    list.hasLostMarks = list.prompt != nil || message != ListWording.marksLost
    stack.list = list
  }

  /// Closes a deleted row's screen and those above it, and removes the rows' marks.
  private mutating func forget(_ rows: RowSet) {
    let gone = stack.screens.firstIndex { $0.shownRecord.map(rows.contains) ?? false }
    if let gone {
      message = stack.keepTyped(from: gone) ?? message
      let isVisited = isVisiting
      stack.cut(from: gone)
      if isVisited, !isVisiting { hasLostVisit = true }
    }
    if let id = paneSet.preview?.shownRecord, rows.contains(id) { paneSet.preview = nil }
    receiveEverywhere(.deletedRows(rows))
  }

  private mutating func settle() {
    if let isWhole = stack.takeInspector() { paneSet.focusInspector(isWhole: isWhole) }
    let layout = layout
    if let schema = stack.settle(layout) { self.schema = schema }
  }

  // MARK: - Panes

  package var isSplit: Bool {
    get { paneSet.isSplit }
    set { paneSet.isSplit = newValue }
  }

  package var showsGallery: Bool {
    get { stack.list?.gallery != nil }
    set {
      let layout = layout
      if newValue != showsGallery { _ = stack.list?.perform(.toggleGallery, layout: layout) }
      settle()
    }
  }

  /// Whether the screens show what hydration does, as in the lesson.
  private var showsHydration: Bool { settings.hasLongMeter || paneSet.inspector != nil }

  var panes: Panes {
    // A gallery needs the whole width.
    let hasList = !showsGallery && (showsHydration ? stack.listIndex != nil : stack.hasOnlyRecordAboveList)
    return paneSet.panes(
      size, hasList: hasList, isReadOnly: isReadOnly, showsHydration: showsHydration, today: today)
  }

  var isSideBySide: Bool { panes.list != nil }

  var layout: Layout {
    let panes = panes
    return stack.isListOnTop ? panes.list?.layout ?? panes.stack.layout : panes.stack.layout
  }

  var previewLayout: Layout? { isSideBySide && stack.isListOnTop ? panes.stack.layout : nil }

  package mutating func rest() -> [Effect] {
    guard let row = needs.restingRow else { return [] }
    paneSet.preview = stack.list?.preview
    return [.look(row.id)]
  }

  package mutating func refreshPreview() { paneSet.preview = nil }

  package mutating func toggleInspector(_ page: InspectorPage = .store) {
    let isOpening = paneSet.inspector == nil
    paneSet.toggleInspector(page)
    // An inspector without room beside the rest is visible only while it has the focus.
    if isOpening, panes.inspector == nil { paneSet.focusInspector(isWhole: false) }
  }

  var heldRow: HeldRow?

  mutating func holdBorder(at place: Position?) -> Bool { paneSet.holdBorder(at: place, of: panes) }

  mutating func dragBorder(to column: Int) {
    if paneSet.dragBorder(to: column, of: size.columns) { settle() }
  }

  private mutating func performOnPanes(_ action: Action) -> [Effect]? {
    switch action {
    case .inspect: toggleInspector()
    case .compareRecord: toggleInspector(.record)
    case .showAccount: toggleInspector(.account)
    case .inspectWhole:
      paneSet.toggleWholeInspector()
      settle()
    case .toggleSplit:
      // Without room for both, nobody would see what the key turns off.
      let isTooNarrow = size.columns < Panes.splitColumns
      paneSet.isSplit = isTooNarrow || !isSplit
      settle()
      if isTooNarrow { return [.say(Wording.tooNarrowToSplit)] }
    case .switchPane:
      paneSet.switchPane()
      settle()
    case .memoryWarning, .toggleMouse, .quit, .help, .undo, .redo, .asks: return nil
    default:
      guard mode == .inspector, let pane = panes.inspector else { return nil }
      return paneSet.perform(action, in: pane)
    }
    return []
  }

  // MARK: - Drawing

  package func frame() -> Frame {
    var frame = Frame(size: size)
    StackDrawing(stack: stack, paneSet: paneSet, panes: panes, isReadOnly: isReadOnly).draw(on: &frame)
    let (status, layout) = (status, Layout(size: size))
    status.draw(on: &frame)
    if layout.hasKeys { keyLine.draw(on: &frame, instead: status.onKeysLine) }
    return frame
  }

  private var status: StatusLine {
    let prompt = mode == .inspector ? nil : stack.top.prompt
    let said = (message ?? prompt?.explanation).map {
      [Span($0.text, $0.isProblem ? .error : .message, address: $0.address)]
    }
    // Once the list has the filter being typed, the meter shows the progress of the search.
    let isTold = prompt.map { $0.kind != .find || $0.line.text == stack.list?.window.filter } ?? false
    let progress = isTold ? [] : progress?.forms(saysEscape: canCancelWork) ?? []
    let both = said.flatMap { said in progress.last.map { said + [Span("  ", .message)] + $0 } }
    let forms = said.map { [both, $0].compactMap { $0 } } ?? progress
    var counted = schema
    if stack.listIndex == nil { (counted.singular, counted.plural) = ("table", "tables") }
    let place = showsHydration ? nil : place
    let whole = showsHydration ? meter.text(counted) : ""
    return StatusLine(
      layout: Layout(size: size), meter: showsHydration ? whole : meter.state(at: place),
      placeWidth: TextWidth.width(of: place ?? ""), rows: showsHydration ? "" : meter.rows(counted),
      promptMeters: prompt == nil
        ? [] : [showsHydration ? whole : meter.found(counted)] + meter.short(counted),
      forms: forms, prompt: prompt)
  }

  /// The place of the shown row in its list: `3 of 1,500`.
  private var place: String? {
    guard let list = stack.list, let row = list.selectedRow else { return nil }
    let shown = stack.screens.lazy.compactMap(\.shownRecord).last
    guard stack.isListOnTop || shown == row.id else { return nil }
    return ListWording.place(list.selection.place, of: list.window.count)
  }

  var keyLine: KeyLine {
    let list = stack.list
    return KeyLine(
      keys: settings.keys, mode: mode, top: stack.top, layout: layout, cannotEdit: cannotEdit,
      isReadOnly: isReadOnly, meter: meter, hasSeveralTables: settings.hasSeveralTables,
      hasNeighbors: list != nil && schema.id == stack.top.shownRecord?.table,
      hasMarks: list?.hasMarks == true,
      inspectorPage: paneSet.inspector?.page, isUnicode: settings.isUnicode, showsHydration: showsHydration)
  }

  private var canCancelWork: Bool {
    guard let progress else { return false }
    return progress.isCancellableAnywhere
      || progress.isCancellable && settings.keys.action(for: .escape, in: mode) == .dismiss
  }

  package var speech: Speech {
    var speech = stack.top.speech ?? speechOfDrawing
    speech.add(stack.top.prompt, mode, message, progress)
    speech.canEndWork = canCancelWork
    return speech.withoutSigns
  }

  /// While there is a prompt, only the prompt is read.
  private var speechOfDrawing: Speech {
    guard stack.top.prompt != nil else {
      return Speech(reading: frame(), title: stack.top.bar?.titles.first ?? "", mode)
    }
    var speech = Speech()
    speech.title = stack.screens.last { $0.bar != nil }?.bar?.titles.first ?? ""
    return speech
  }
}

/// Settings of the person, the terminal and the database for all screens.
public struct ScreenSettings: Sendable {
  package static let splitColumns = Panes.splitColumns

  package var keys = KeyMap.standard
  /// Whether rows of other tables may point to this one.
  public var hasSeveralTables = false
  package var canReportMouse = true
  /// If false, the key Enter is a word.
  public var isUnicode = true
  /// Whether the screens show what hydration does, even without the inspector.
  public var hasLongMeter = false
  /// Whether the record beside the list follows a resting cursor; otherwise it is the last opened one.
  public var followsCursor = true
}
