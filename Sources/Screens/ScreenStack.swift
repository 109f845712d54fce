import Cells
import Records

/// The screens, the topmost last, with the status line below them: all that is needed to draw a frame.
///
/// An event goes to the top screen; what it wants of the world comes back as effects, and the world's answers are
/// given to `receive(_:)`.
public struct ScreenStack: Hashable, Sendable {
  /// The screens from the bottom up; the first one is the list, or that of the tables.
  public internal(set) var screens: [Screen]
  /// The figures on the status line.
  public var meter = Meter()
  /// What the status line says.
  public var message: Message?
  /// How far the work is that goes on away from the keys; the status line says it where there is no message.
  var progress: WorkProgress?
  /// The terminal's size.
  public private(set) var size: Size
  /// Whether the list and what goes on over it are to be side by side where there is room for both.
  public var isSplit = false
  /// The record beside the list, which follows the cursor.
  var preview: DetailScreen?
  /// The pane that shows the store at work, if it is open.
  var inspector: Inspector?

  /// The table of the list that is topmost, or of the one to begin with.
  public private(set) var schema: Schema
  /// Whether the database has other tables, whose rows may point to those of this one.
  public var hasSeveralTables = false
  /// Whether the terminal shows more than ASCII, where no sign but the word is left of the key Enter.
  public var isUnicode = true
  /// Whether nothing in the database can be changed.
  public var isReadOnly: Bool
  /// Whether the keys that edit say why they do not.
  var cannotEdit: Bool { isReadOnly || top.layer.isReadOnly }

  /// Makes a stack with a table's list as its only screen.
  ///
  /// Where the table is read-only, the keys that edit say so.
  ///
  /// - Parameter tables: The tables to choose from, where the database has several; then their list is the only screen.
  public init(schema: Schema, size: Size, isReadOnly: Bool = false, tables: [TableEntry]? = nil) {
    self.schema = schema
    self.size = size
    self.isReadOnly = isReadOnly
    screens = [tables.map { .tables(TablesScreen(tables: $0)) } ?? .list(ListScreen(schema: schema))]
    settleList()
  }

  /// What the top screen is doing, or the inspector while the keys are about it.
  public var mode: Mode { inspector?.isFocused == true ? .inspector : top.layer.mode }

  var top: Screen { screens[screens.count - 1] }

  /// The records whose fields are on a screen, which a warning leaves there.
  public var shownRecords: Set<RecordID> {
    let beside = isSideBySide ? preview?.shownRecord : nil
    return Set(screens.compactMap(\.layer.shownRecord) + [beside].compactMap { $0 })
  }

  /// The places of the list that are visible.
  public var visiblePlaces: Range<Int> {
    guard let list else { return 0..<0 }
    return list.visiblePlaces(height: layout.content.count)
  }

  /// The place of the list's selected row.
  public var selectedPlace: Int { list?.selection.place ?? 0 }

  /// Which rows the lists are of, from the bottom up; the last one is the list that updates are about.
  public var lists: [ListSource] {
    screens.compactMap { if case .list(let list) = $0 { list.source } else { nil } }
  }

  var listIndex: Int? {
    screens.lastIndex { if case .list = $0 { true } else { false } }
  }

  var list: ListScreen? {
    guard let listIndex, case .list(let list) = screens[listIndex] else { return nil }
    return list
  }

  /// Answers a key: the top screen does what the table of keys says, or takes the character as text.
  public mutating func press(_ key: Key) -> [Effect] {
    message = nil
    if let action = KeyTable.action(for: key, in: mode) { return perform(action) }
    switch key {
    case .character(let character) where mode != .jump: return insert(String(character), isPaste: false)
    // Esc with a key right behind it reaches us as Alt with that key. Where characters are typed it could be either,
    // and there nothing that was typed may be lost.
    case .alt(let character) where !mode.isTyping: return press(.escape) + press(.character(character))
    // Whoever asked for the prompt means what follows to be a number, and not to quit by `:q`.
    case _ where mode == .jump && top.layer.prompt?.kind == .jump: return [.say(Wording.noNumber)]
    default: return mode.isFleeting ? perform(.cancel) + press(key) : []
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
    mode == .inspector ? [] : apply(updateTop { $0.insert(text, isPaste: isPaste) })
  }

  private mutating func perform(_ key: Action) -> [Effect] {
    // What is opened is the row that is pointed to, or else the record for editing.
    let action = key == .open && mode == .detail && !top.layer.hasLink(layout) ? .toggleEditing : key
    if let effects = performOnPanes(action) { return effects }
    if action.isEditing, isReadOnly { return [.say(Wording.readOnly)] }
    if action.isEditing, top.layer.isReadOnly { return [.say(Wording.noKey)] }
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
    case .suspend: return [.suspend]
    case .quit: return [.quit]
    case .help:
      screens.append(.help(HelpScreen(topic: mode, isUnicode: isUnicode)))
      leaveInspector()
      return []
    default: return applyToTop(action)
    }
  }

  private mutating func applyToTop(_ action: Action) -> [Effect] {
    let layout = layout
    return apply(updateTop { $0.perform(action, layout: layout) })
  }

  /// Changes the top screen.
  mutating func updateTop<Result>(_ change: (inout any ScreenLayer) -> Result) -> Result {
    screens[screens.count - 1].update(change)
  }

  private mutating func apply(_ outcome: Outcome) -> [Effect] {
    var effects = outcome.effects
    switch outcome.change {
    case .none: break
    case .push(let screen): screens.append(screen)
    case .pop: pop()
    case .popBoth:
      pop()
      pop()
    case .offer(let value): effects += offer(value)
    }
    return effects
  }

  mutating func pop() {
    if screens.count > 1 { screens.removeLast() }
    settleList()
  }

  /// Gives a typed value to the screen below the editor; a draft takes it at once, for a detail the store is asked.
  private mutating func offer(_ value: Value) -> [Effect] {
    guard screens.count > 1 else { return [] }
    let below = screens.count - 2
    switch screens[below] {
    case .detail(let detail): return [detail.accept(value)]
    case .menu(let menu):
      return offer(value, to: menu)
    case .draft(var draft):
      draft.accept(value)
      screens[below] = .draft(draft)
      pop()
    default: break
    }
    return []
  }

  /// Asks for what a screen shows of what is in conflict, as it is now; nil where none does.
  public var conflictsAgain: Effect? {
    for case .conflicts(let screen) in screens.reversed() { return screen.again }
    return nil
  }

  /// Asks for what the history on top shows, as it is now.
  public var historyAgain: Effect? { if case .history(let screen) = top { screen.again } else { nil } }

  /// Whether a file is being chosen, or a question about it asked.
  public var isChoosingFile: Bool { screens.contains { if case .file = $0 { true } else { false } } }

  /// Gives the bytes of the chosen file to the field that they were asked for.
  public mutating func take(_ value: Value) -> [Effect] {
    guard case .file(let screen) = top else { return [] }
    return offer(screen.value(of: value)) + (screen.isDoubtful(value) ? [.say(Wording.unknownPicture)] : [])
  }

  /// A picture that there is room for and that is not there yet.
  public var wantedPicture: PictureRequest? {
    let layout = layout
    for case .detail(let screen) in screens.suffix(from: firstVisible) {
      if let request = screen.wantedPicture(layout) { return request }
    }
    return previewLayout.flatMap { preview?.wantedPicture($0) }
  }

  /// Sets a field of many rows, after a question; what no two rows may hold is not asked for.
  private mutating func offer(_ value: Value, to menu: MenuScreen) -> [Effect] {
    if let problem = menu.problem(with: value) {
      receive(.refused(problem))
      return []
    }
    screens.removeLast(2)
    guard let question = menu.question(setting: value) else { return menu.accept(value) }
    let answers: [AlertScreen.Answer] = [.init("Set", effects: menu.accept(value)), .init("Cancel")]
    screens.append(.alert(AlertScreen(question, answers: answers)))
    return []
  }

  /// Keeps the topmost list within its rows, and its table as that of the screens.
  mutating func settleList() {
    guard let listIndex, case .list(var list) = screens[listIndex] else { return }
    list.settle(height: layout.content.count)
    screens[listIndex] = .list(list)
    schema = list.schema
  }
}
