import Cells
import Records

/// The screens in their order; the first one is the list, or the list of tables, and is never popped.
///
/// It knows about lists, because panes put the screens above a list beside it, and about no other screen.
struct Stack: Sendable {
  /// The screens from the bottom up.
  private(set) var screens: [any Screen]
  /// The unsaved text typed last, which editors can bring back.
  private var kept: String?
  /// Today, for the editors that are opened.
  var today: CalendarDate?
  /// The row that was added for a form.
  private var inserted: (RecordID, Reference)?
  /// If a screen opened from the inspector was closed, whether the inspector filled the screen.
  private var inspector: Bool?

  /// Makes a stack.
  ///
  /// - Precondition: `screens` is not empty.
  init(_ screens: [any Screen]) { self.screens = screens }

  var count: Int { screens.count }

  /// The screen that receives the keys.
  var top: any Screen {
    get { screens[screens.count - 1] }
    set { screens[screens.count - 1] = newValue }
  }

  /// The screen below the top one, if there is one.
  var below: (any Screen)? { screens.count > 1 ? screens[screens.count - 2] : nil }

  /// The topmost screen that hides everything below it.
  var firstVisible: Int { screens.lastIndex { !$0.isOverlay } ?? 0 }

  // MARK: - Lists

  var listIndex: Int? { screens.lastIndex { $0 is ListScreen } }

  /// The topmost list.
  var list: ListScreen? {
    get { listIndex.flatMap { screens[$0] as? ListScreen } }
    set { if let listIndex, let newValue { screens[listIndex] = newValue } }
  }

  /// The rows that the lists show, from the bottom up.
  var lists: [ListSource] { screens.compactMap { ($0 as? ListScreen)?.source } }

  /// The first screen that goes beside the list, if any.
  var besideList: Int? {
    guard let listIndex else { return nil }
    return screens[(listIndex + 1)...].firstIndex { !$0.isOverlay }
  }

  /// Whether the list has only overlays above it.
  var isListOnTop: Bool { listIndex != nil && besideList == nil }

  // MARK: - Changes

  mutating func push(_ screen: any Screen) { screens.append(screen) }

  /// Opens a screen; any editor can bring back the unsaved text typed last.
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

  /// Removes the top screen, unless it is the only one.
  mutating func pop() {
    guard screens.count > 1 else { return }
    if let isWhole = screens.removeLast().wasInspectorWhole { inspector = isWhole }
  }

  /// If the inspector gets the focus back, whether it fills the screen; otherwise nil.
  mutating func takeInspector() -> Bool? {
    defer { inspector = nil }
    return inspector
  }

  /// Removes the screens from an index on.
  mutating func cut(from index: Int) { screens.removeSubrange(max(1, index)...) }

  /// Removes those screens above the first one that satisfy a condition.
  mutating func remove(where isRemoved: (any Screen) -> Bool) {
    screens = [screens[0]] + screens.dropFirst().filter { !isRemoved($0) }
  }

  /// Passes an update to every screen.
  mutating func receive(_ update: Update) {
    for index in screens.indices { screens[index].receive(update) }
  }

  /// Passes an update to the topmost list.
  mutating func receiveInList(_ update: Update) {
    if let listIndex { screens[listIndex].receive(update) }
  }

  /// Selects the next choice of a menu on top that begins with a letter; false if there is none.
  mutating func select(choice letter: Character) -> Bool {
    screens.indices.last.map { screens[$0].select(choice: letter) } ?? false
  }

  // MARK: - Outcomes

  /// Applies the changes of an outcome.
  ///
  /// - Returns: The effects left to perform.
  mutating func apply(_ outcome: Outcome) -> [Effect] {
    switch outcome.change {
    case .none: break
    case .push(let screen): push(screen, .opened)
    case .edit(let screen, let start): return outcome.effects + push(screen, start)
    case .pop, .run: pop()
    case .replace(let screen):
      pop()
      push(screen)
    case .popBoth:
      pop()
      let note = keepTyped(from: screens.count - 1)
      pop()
      return (note.map { [.say($0)] } ?? []) + outcome.effects
    case .offer(let value): return offer(value) + outcome.effects
    }
    return outcome.effects
  }

  /// Offers a typed value to the screen below the editor.
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

  /// Takes the value of the row that was chosen for the form below the list.
  mutating func takeRow(_ value: Value, title: String) -> [Effect] {
    guard top.reference != nil else { return [] }
    pop()
    switch top.accept(value, title: title) {
    case .refused(let problem): return [.say(problem)]
    case .waits(let effects): return effects
    case .taken(let outcome), .done(let outcome): return apply(outcome)
    }
  }

  /// Shows an inserted record in place of its draft; while a row is being chosen, the new row becomes the choice.
  mutating func show(_ record: RecordSnapshot, in schema: Schema) {
    let screen = top.screen(for: record, in: schema)
    if top.mode == .draft { pop() }
    if let reference = top.reference { inserted = (record.id, reference) } else { push(screen) }
  }

  /// Takes the row that was added for a form, if there is one.
  mutating func takeInserted() -> [Effect] {
    defer { inserted = nil }
    return inserted.map { [.takeRow($0.0, for: $0.1)] } ?? []
  }

  // MARK: - Editors

  /// Continues the form once a field is saved; does nothing if the editor had to stay.
  mutating func goOn(_ step: FormStep, _ layout: Layout) -> [Effect] {
    if step == .save, var editor = top.fieldEditor {
      let outcome = editor.perform(.save, layout: layout)
      top = editor
      return apply(outcome)
    }
    guard var form = top.form else { return [] }
    let outcome = form.goOn(step)
    top = form
    return apply(outcome)
  }

  /// Takes the text as the external editor left it.
  ///
  /// - Returns: Whether the text has changed and is valid.
  mutating func takeEdited(_ text: String) -> Bool {
    guard var editor = top.fieldEditor, editor.take(text) else { return false }
    top = editor
    return editor.editor.problem == nil
  }

  /// Keeps the text typed on the screens from an index on, before they are closed.
  ///
  /// - Returns: The message about it, or nil if nothing was kept.
  mutating func keepTyped(from index: Int) -> Message? {
    let editors = screens[index...].lazy.compactMap(\.fieldEditor)
    guard let editor = editors.last?.editor, editor.isChanged, !editor.line.text.isEmpty else { return nil }
    kept = editor.line.text
    return Wording.typedIsKept
  }

  /// Restores the unsaved input of a program that was killed, and returns the message about it.
  mutating func takeUnsaved(_ input: UnsavedInput, in schema: Schema) -> Message {
    kept = input.text ?? kept
    let isDrafted = !input.draft.isEmpty && input.table == schema.table && listIndex == screens.count - 1
    if isDrafted { push(DraftScreen(schema: schema, holding: input.draft)) }
    return Wording.inputRestored(isDrafted: isDrafted, hasText: input.text != nil)
  }
}
