import Cells
import Records

/// The last line: the keys that do something now.
struct KeyLine {
  let keys: KeyMap
  let mode: Mode
  let top: any Screen
  let layout: Layout
  /// For the top screen; `isReadOnly` is for the whole database.
  let cannotEdit: Bool
  let isReadOnly: Bool
  let meter: Meter
  let hasSeveralTables: Bool
  /// Whether the list has rows before and after the shown one.
  let hasNeighbors: Bool
  let hasMarks: Bool
  let inspectorPage: InspectorPage?
  let isUnicode: Bool
  /// Whether the hints are the lesson's, in the order of the table.
  let showsHydration: Bool

  private struct Entry {
    let hint: KeyBinding.Hint
    let key: Key?
    let use: Int?
    let isLast: Bool
  }

  func draw(on frame: inout Frame, instead said: [Span]?) {
    let layout = Layout(size: frame.size)
    let width = frame.size.columns - 2 * layout.margin
    let start = Position(column: layout.margin, row: layout.keysRow)
    if let said { return frame.write(said, at: start, width: width) }
    var hints = hints(fitting: width).flatMap {
      [Span(shown($0.hint.keys) + " ", .action), Span($0.hint.does, .dim), Span("  ", .dim)]
    }
    if hints.width > width { hints.removeLast() }
    frame.write(hints, at: start, width: frame.size.columns - layout.margin)
  }

  func key(at column: Int, of size: Size) -> Key? {
    let layout = Layout(size: size)
    var start = layout.margin
    for entry in hints(fitting: size.columns - 2 * layout.margin) {
      let end = start + width(of: entry.hint)
      if start..<end ~= column { return entry.key }
      start = end + 2
    }
    return nil
  }

  /// Minor hints are dropped first, and the one for help last.
  private func hints(fitting width: Int) -> [Entry] {
    var hints = hints
    var needed = hints.reduce(-2) { $0 + self.width(of: $1.hint) + 2 }
    while needed > width,
      let last = hints.lastIndex(where: { ($0.hint.isMinor || $0.isLast) && $0.use == nil })
        ?? hints.lastIndex(where: { $0.hint.keys != "?" })
    {
      needed -= self.width(of: hints.remove(at: last).hint) + 2
    }
    return hints
  }

  private var hints: [Entry] {
    let byUse = byUse
    let all = keys.bindings(in: mode).compactMap { binding in
      hint(of: binding).map { hint in
        let use = binding.actions.lazy.compactMap { byUse.firstIndex(of: $0.action) }.first
        // A click cannot say which of several characters is meant.
        let typed = binding.actions.count { if case .edit(.insert) = $0.action { true } else { false } }
        let isLast = isOfHydration(binding)
        return Entry(hint: hint, key: typed > 1 ? nil : binding.actions.first?.key, use: use, isLast: isLast)
      }
    }
    let others = all.filter { $0.use == nil }
    return byUse.indices.flatMap { use in all.filter { $0.use == use } } + others.filter { !$0.isLast }
      + others.filter(\.isLast)
  }

  /// A library names a key of the lesson only for lists and records, after all others.
  private func isOfHydration(_ binding: KeyBinding) -> Bool {
    !showsHydration && binding.actions.contains { $0.action == .memoryWarning }
  }

  /// A library names first the actions that readers use most; hints on marked rows have their own order.
  private var byUse: [Action] {
    switch mode {
    // Without rows to find, adding one comes first.
    case .list where !hasMarks && !showsHydration: (top.offers(.find, layout) ? [] : [.add]) + Self.listUse
    case .detail where !showsHydration: Self.detailUse
    default: []
    }
  }

  // Ending a search and conflicts are named only while there are some.
  private static let conflicts = Action.asks(.openConflicts, "conflicts")
  private static let listUse: [Action] = [
    .open, .find, .dismiss, conflicts, .finishReading, .startReading, .lend, .values,
    .asks(.statistics(.open), "stats"), .asks(.openViews, "views"), .help,
  ]
  private static let detailUse: [Action] = [.open, .neighbor(1), conflicts, .finishReading, .back, .help]

  private func hint(of binding: KeyBinding) -> KeyBinding.Hint? {
    guard var hint = binding.hint, !(showsHydration && hint.isOfLibrary) else { return nil }
    if isOfHydration(binding), ![.tables, .list, .detail].contains(mode) { return nil }
    let actions = binding.actions
    switch actions.first?.action {
    case .asks(.openConflicts, _): return meter.hasConflicts ? hint.ofNow : nil
    case .asks(.openHistory, _): return mode == .list && hasMarks ? hint.ofNow : nil
    default: break
    }
    guard actions.allSatisfy({ isOffered($0.action) }) else { return nil }
    if mode != .inspector {
      guard actions.contains(where: { top.offers($0.action, layout) }) else { return nil }
      hint.does = actions.lazy.compactMap { top.hint(for: $0.action, layout) }.first ?? hint.does
    }
    if actions.first?.action == .help, !byUse.isEmpty { hint.does = "more" }
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
