import Cells
import Records

/// The screens in their order; the first one, a list or the list of tables, is never popped.
///
/// The stack knows no screen but the list, beside which panes put the screens above it.
struct Stack: Sendable {
  private(set) var screens: [any Screen]
  /// The unsaved text typed last, which editors can bring back.
  private var kept: String?
  var today: CalendarDate?
  private var inserted: (RecordID, Reference)?
  /// Whether the inspector filled the terminal when it opened the screen that was closed last.
  private var inspector: Bool?

  init(_ screens: [any Screen]) { self.screens = screens }

  var count: Int { screens.count }

  var top: any Screen {
    get { screens[screens.count - 1] }
    // A screen is changed where it is, without a copy.
    _modify { yield &screens[screens.count - 1] }
  }

  var below: (any Screen)? { screens.count > 1 ? screens[screens.count - 2] : nil }

  var firstVisible: Int { screens.lastIndex { !$0.isOverlay } ?? 0 }

  // MARK: - Lists

  var listIndex: Int? { screens.lastIndex { $0 is ListScreen } }

  var list: ListScreen? {
    get { listIndex.flatMap { screens[$0] as? ListScreen } }
    set { if let listIndex, let newValue { screens[listIndex] = newValue } }
  }

  var lists: [ListSource] { screens.compactMap { ($0 as? ListScreen)?.source } }

  var besideList: Int? {
    guard let listIndex else { return nil }
    return screens[(listIndex + 1)...].firstIndex { !$0.isOverlay }
  }

  /// Pages other than a record and its editors need the whole width.
  var hasOnlyRecordAboveList: Bool {
    guard let listIndex else { return false }
    return screens[(listIndex + 1)...].allSatisfy { $0.isOverlay || $0.form != nil || $0.fieldEditor != nil }
  }

  var isListOnTop: Bool { listIndex != nil && besideList == nil }

  // MARK: - Changes

  mutating func push(_ screen: any Screen) { screens.append(screen) }

  /// An editor can bring back the unsaved text typed last.
  @discardableResult
  mutating func push(_ screen: any Screen, _ start: FieldStart) -> [Effect] {
    var screen = screen
    if var editor = screen.fieldEditor {
      if let kept { editor.editor.keepReady(kept) }
      editor.editor.today = today
      editor.editor.canAddAnother = top.takes(.proceed(.another))
      screen = editor
    }
    let effects = start.begin(&screen)
    screens.append(screen)
    return effects
  }

  mutating func pop() {
    guard screens.count > 1 else { return }
    if let isWhole = screens.removeLast().wasInspectorWhole { inspector = isWhole }
  }

  /// Whether the inspector fills the terminal; nil if it does not get the focus back.
  mutating func takeInspector() -> Bool? {
    defer { inspector = nil }
    return inspector
  }

  mutating func cut(from index: Int) { screens.removeSubrange(max(1, index)...) }

  mutating func remove(where isRemoved: (any Screen) -> Bool) {
    screens = [screens[0]] + screens.dropFirst().filter { !isRemoved($0) }
  }

  mutating func endVisit() {
    for index in screens.indices { screens[index].isVisit = false }
  }

  mutating func settle(_ layout: Layout) -> Schema? {
    top.settle(layout)
    guard let listIndex else { return nil }
    screens[listIndex].settle(layout)
    return list?.schema
  }

  mutating func receive(_ update: Update) {
    for index in screens.indices { screens[index].receive(update) }
  }

  mutating func receiveInList(_ update: Update) {
    if let listIndex { screens[listIndex].receive(update) }
  }

  // MARK: - Outcomes

  mutating func apply(_ outcome: Outcome) -> [Effect] {
    switch outcome.change {
    case .none: break
    case .push(let screen): push(screen, .opened)
    case .edit(let screen, let start): return outcome.effects + push(screen, start)
    case .pop, .run: pop()
    case .replace(let screen):
      let isVisit = top.isVisit
      pop()
      push(screen)
      top.isVisit = isVisit
    case .popBoth:
      pop()
      let note = keepTyped(from: screens.count - 1)
      pop()
      return (note.map { [.say($0)] } ?? []) + outcome.effects
    case .offer(let value): return offer(value) + outcome.effects
    }
    return outcome.effects
  }

  private mutating func offer(_ value: Value) -> [Effect] {
    guard screens.count > 1 else { return [] }
    switch screens[screens.count - 2].accept(value, title: nil) {
    case .refused(let problem):
      if !top.mode.isEditor { return [.say(problem)] }
      top.receive(.refused(problem))
      return []
    case .waits(let effects): return effects
    case .taken(let outcome):
      pop()
      return apply(outcome)
    case .done(let outcome):
      pop()
      pop()
      return apply(outcome)
    }
  }

  mutating func takeRow(_ value: Value, title: String) -> [Effect] {
    guard top.reference != nil else { return [] }
    pop()
    switch top.accept(value, title: title) {
    case .refused(let problem): return [.say(problem)]
    case .waits(let effects): return effects
    case .taken(let outcome), .done(let outcome): return apply(outcome)
    }
  }

  /// While a row is being chosen, an inserted one becomes the choice.
  mutating func show(_ record: RecordSnapshot, in schema: Schema) {
    var screen = top.screen(for: record, in: schema)
    if top.mode == .draft {
      screen.isVisit = top.isVisit
      pop()
    }
    if let reference = top.reference { inserted = (record.id, reference) } else { push(screen) }
  }

  mutating func takeInserted() -> [Effect] {
    defer { inserted = nil }
    return inserted.map { [.takeRow($0.0, for: $0.1)] } ?? []
  }

  // MARK: - Editors

  mutating func goOn(_ step: FormStep, _ layout: Layout) -> [Effect] {
    if step == .save, var editor = top.fieldEditor {
      let outcome = editor.editor.save()
      top = editor
      return apply(outcome)
    }
    guard var form = top.form else { return [] }
    let outcome = form.goOn(step)
    top = form
    return apply(outcome)
  }

  /// Returns whether the text has changed and is valid.
  mutating func takeEdited(_ text: String) -> Bool {
    guard var editor = top.fieldEditor, editor.take(text) else { return false }
    top = editor
    return editor.editor.problem == nil
  }

  /// Keeps the text typed on screens that are about to be closed; nil without one.
  mutating func keepTyped(from index: Int) -> Message? {
    let editors = screens[index...].lazy.compactMap(\.fieldEditor)
    guard let editor = editors.last?.editor, editor.isChanged, !editor.line.text.isEmpty else { return nil }
    kept = editor.line.text
    return Wording.typedIsKept
  }

  mutating func takeUnsaved(_ input: UnsavedInput, in schema: Schema) -> Message {
    kept = input.text ?? kept
    let isDrafted = !input.draft.isEmpty && input.table == schema.table && listIndex == screens.count - 1
    if isDrafted { push(DraftScreen(schema: schema, holding: input.draft)) }
    return Wording.inputRestored(isDrafted: isDrafted, hasText: input.text != nil)
  }
}
