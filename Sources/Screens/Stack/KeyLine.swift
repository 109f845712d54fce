import Cells
import Records

/// The last line: the keys that do something now, and what they do.
struct KeyLine {
  let keys: KeyMap
  let mode: Mode
  let top: any Screen
  let layout: Layout
  /// `cannotEdit` is for the top screen, `isReadOnly` for the whole database.
  let cannotEdit: Bool
  let isReadOnly: Bool
  let meter: Meter
  let hasSeveralTables: Bool
  /// Whether the list knows the rows before and after the shown one.
  let hasNeighbors: Bool
  let hasMarks: Bool
  let inspectorPage: InspectorPage?
  let isUnicode: Bool

  private typealias Entry = (hint: KeyBinding.Hint, key: Key?)

  func draw(on frame: inout Frame, instead said: [Span]?) {
    let layout = Layout(size: frame.size)
    let width = frame.size.columns - 2 * layout.margin
    var hints = hints(fitting: width).flatMap {
      [Span(shown($0.hint.keys) + " ", .action), Span($0.hint.does, .dim), Span("  ", .dim)]
    }
    // The blanks after the last hint may be cut.
    if hints.width > width { hints.removeLast() }
    frame.write(
      said ?? hints, at: Position(column: layout.margin, row: layout.keysRow),
      width: said == nil ? frame.size.columns - layout.margin : width)
  }

  func key(at column: Int, of size: Size) -> Key? {
    let layout = Layout(size: size)
    var start = layout.margin
    for (hint, key) in hints(fitting: size.columns - 2 * layout.margin) {
      let end = start + width(of: hint)
      if start..<end ~= column { return key }
      start = end + 2
    }
    return nil
  }

  /// The hints that fit, from the left; minor ones are dropped first, and the hint for help last.
  private func hints(fitting width: Int) -> [Entry] {
    var hints: [Entry] = keys.bindings(in: mode).compactMap { binding in
      hint(of: binding).map { (hint: $0, key: binding.actions.first?.key) }
    }
    var needed = hints.reduce(-2) { $0 + self.width(of: $1.hint) + 2 }
    while needed > width,
      let last = hints.lastIndex(where: \.hint.isMinor) ?? hints.lastIndex(where: { $0.hint.keys != "?" })
    {
      needed -= self.width(of: hints.remove(at: last).hint) + 2
    }
    return hints
  }

  private func hint(of binding: KeyBinding) -> KeyBinding.Hint? {
    for entry in binding.actions {
      switch entry.action {
      case .asks(.openConflicts, _):
        return meter.hasConflicts ? KeyBinding.Hint(keys: "C", does: "conflicts", isMinor: false) : nil
      case .asks(.openHistory, _):
        return mode == .list && hasMarks ? KeyBinding.Hint(keys: "U", does: "history", isMinor: false) : nil
      default: continue
      }
    }
    guard var hint = binding.hint else { return nil }
    let actions = binding.actions.map(\.action)
    guard actions.allSatisfy(isOffered),
      mode == .inspector || actions.contains(where: { top.offers($0, layout) })
    else { return nil }
    if mode != .inspector {
      hint.does = actions.lazy.compactMap { top.hint(for: $0, layout) }.first ?? hint.does
    }
    return hint
  }

  private func isOffered(_ action: Action) -> Bool {
    let meaning = mode == .inspector ? action : top.meaning(of: action, layout)
    if cannotEdit, meaning.isEditing { return false }
    return switch action {
    case .undo: !isReadOnly && meter.canUndo
    case .references: hasSeveralTables
    case .neighbor: hasNeighbors || top.shownRecord == nil
    case .clear, .export: top.hasBytes
    case .toggle: top.hasToggle
    case .filterStatements, .groupStatements, .pause: inspectorPage == .store
    case .open where mode == .inspector: inspectorPage == .store
    default: true
    }
  }

  private func shown(_ keys: String) -> String { isUnicode || keys != Key.enter.name ? keys : Key.enter.word }

  private func width(of hint: KeyBinding.Hint) -> Int {
    TextWidth.width(of: shown(hint.keys)) + TextWidth.width(of: hint.does) + 1
  }
}
