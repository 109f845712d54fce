import Cells
import Records

extension ScreenStack {
  /// The whole screen as a value; it is drawn anew after each event.
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
  func draw(_ screens: ArraySlice<Screen>, on frame: inout Frame, _ layout: Layout) {
    let first = screens.lastIndex { !$0.isOverlay } ?? screens.startIndex
    for index in first..<screens.endIndex {
      let layer = screens[index].layer
      if layout.hasBar, let bar = bar(of: index) {
        bar.draw(on: &frame, row: 0, margin: layout.margin)
      }
      frame.cursor = nil
      layer.draw(on: &frame, layout: layout)
    }
  }

  /// The bar of a screen; where it says that one can go back it names the screen below.
  private func bar(of index: Int) -> Bar? {
    let layer = screens[index].layer
    guard var bar = layer.bar(isReadOnly: isReadOnly || layer.isReadOnly) else { return nil }
    let below = index > 0 ? screens[index - 1].layer.bar?.titles.last : nil
    if case .detail = screens[index], !bar.left.text.isEmpty, let below {
      bar.left.text = Wording.back(to: below)
    }
    return bar
  }

  /// The topmost screen that hides everything below it.
  var firstVisible: Int {
    screens.lastIndex { !$0.isOverlay } ?? 0
  }

  private var status: StatusLine {
    let prompt = mode == .inspector ? nil : top.layer.prompt
    let said = message.map { [Span($0.text, $0.isProblem ? .error : .message)] }
    // While words are typed the meter tells how far the search is, once it shows something.
    let isTold = prompt.map { $0.kind != .find || $0.line.text == list?.window.filter } ?? false
    let progress = isTold ? [] : progress?.forms(saysEscape: canCancelWork) ?? []
    let both = said.flatMap { said in progress.last.map { said + [Span("  ", .message)] + $0 } }
    let forms = said.map { [both, $0].compactMap { $0 } } ?? progress
    var counted = schema
    if list == nil { (counted.singular, counted.plural) = ("table", "tables") }
    return StatusLine(layout: Layout(size: size), meters: meter.forms(counted), forms: forms, prompt: prompt)
  }

  /// Whether Esc ends what goes on, rather than doing something on the screen.
  private var canCancelWork: Bool {
    guard let progress else { return false }
    return progress.isCancellableAnywhere
      || progress.isCancellable && KeyTable.action(for: .escape, in: mode) == .dismiss
  }

  private func drawKeys(on frame: inout Frame, instead said: [Span]?) {
    let layout = Layout(size: size)
    let width = size.columns - 2 * layout.margin
    let hints = hints(fitting: width).flatMap {
      [Span(shown($0.keys) + " ", .action), Span($0.does + "  ", .dim)]
    }
    frame.write(
      said ?? hints, at: Position(column: layout.margin, row: layout.keysRow),
      width: said == nil ? size.columns - layout.margin : width)
  }

  /// What an entry of the table of keys is called here, if it does anything here.
  private func hint(of binding: KeyBinding) -> KeyBinding.Hint? {
    let actions = binding.actions.map(\.action)
    if actions.contains(.conflicts) {
      return meter.hasConflicts ? KeyBinding.Hint(keys: "C", does: "conflicts", isMinor: false) : nil
    }
    guard var hint = binding.hint, actions.allSatisfy(isOffered),
      mode == .inspector || actions.contains(where: { top.layer.offers($0) })
    else { return nil }
    if actions.contains(.open), opensLink { hint.does = "open" }
    if actions.contains(.save), case .file(let file) = top, file.isWriting, mode == .filePath {
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
    case .clear, .export: top.layer.hasBytes
    case .toggle: top.layer.hasToggle
    case .open where mode == .detail: opensLink || !cannotEdit
    default: true
    }
  }

  /// Whether Enter goes to the row that the record on top points to.
  private var opensLink: Bool { mode == .detail && top.layer.hasLink(layout) }

  /// Whether the topmost list is of the table whose record is shown, and so knows what is beside it.
  private var hasNeighbors: Bool { list != nil && schema.id == top.layer.shownRecord?.table }

  /// The names of keys as the terminal can show them.
  private func shown(_ keys: String) -> String { isUnicode || keys != Key.enter.name ? keys : Key.enter.word }

  /// The hints that fit, from the left; minor ones go first, and the way to the help stays when others have to go.
  private func hints(fitting width: Int) -> [KeyBinding.Hint] {
    let all = KeyTable.bindings(in: mode).compactMap(hint)
    func needed(_ hints: [KeyBinding.Hint]) -> Int {
      hints.reduce(-2) { $0 + TextWidth.width(of: shown($1.keys)) + TextWidth.width(of: $1.does) + 3 }
    }
    var hints = all
    while needed(hints) > width,
      let last = hints.lastIndex(where: \.isMinor) ?? hints.lastIndex(where: { $0.keys != "?" })
    {
      hints.remove(at: last)
    }
    return hints
  }
}
