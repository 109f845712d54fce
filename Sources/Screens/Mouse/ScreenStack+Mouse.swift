import Cells
import Records

/// What the mouse does: it points at what keys do, and has them pressed.
extension ScreenStack {
  /// Answers the mouse: a click selects a row, and opens the one that is selected; buttons, the bar's words, hints and the
  /// heads of columns do what they say; the line between two panes can be dragged; the wheel moves.
  public mutating func answer(_ event: MouseEvent) -> [Effect] {
    switch event.kind {
    case .wheel(let notches): return pressMoving(notches.signum(), times: 3)
    case .press: return holdBorder(at: event.place) ? [] : click(event.place)
    case .drag: dragBorder(to: event.place.column)
    case .release: _ = holdBorder(at: nil)
    }
    return []
  }

  /// How far the wheel moves, and a click far away.
  private mutating func pressMoving(_ step: Int, times: Int) -> [Effect] {
    guard let key = key(of: [.move(step)]) else { return [] }
    return (0..<times).flatMap { _ in press(key) }
  }

  /// The key of the first of some actions that has one here.
  private func key(of actions: [Action]) -> Key? {
    let entries = keys.bindings(in: mode).flatMap(\.actions)
    return actions.lazy.compactMap { action in entries.first { $0.action == action }?.key }.first
  }

  private mutating func click(_ place: Position) -> [Effect] {
    let frame = frame()
    guard frame.contains(place) else { return [] }
    if Layout(size: size).hasKeys, place.row == Layout(size: size).keysRow {
      return key(ofHintAt: place.column).map { press($0) } ?? []
    }
    let word = frame.word(at: place)
    if let letter = word.answerLetter, mode == .alert { return press(.character(letter)) }
    if let effects = clickPane(place) { return effects }
    if place.row == 0, frame[place.column, place.row].role == .action {
      let character = frame[place.column, place.row].text
      return key(of: Self.actions(ofBar: character == "+" ? "+" : word)).map { press($0) } ?? []
    }
    if let order = order(byHead: word, frame[place.column, place.row].role) { return [order] }
    // What is found is kept, and chosen from.
    let effects = mode == .find ? press(.enter) : []
    return effects + select(place.row)
  }

  /// Goes to the pane that was clicked, if the keys are about another one; nil if they are about it.
  private mutating func clickPane(_ place: Position) -> [Effect]? {
    let panes = panes
    let isInInspector = panes.inspector.map { $0.contains(place) } ?? false
    if isInInspector != (mode == .inspector), panes.inspector != nil {
      return key(of: [.switchPane]).map { press($0) } ?? []
    }
    guard let list = panes.list, list.contains(place), !(spokenScreen is ListScreen) else { return nil }
    return mode == .detail ? key(of: [.back]).map { press($0) } ?? [] : []
  }

  /// What a word of the bar may mean, the first that has a key being meant.
  private static func actions(ofBar word: String) -> [Action] {
    switch word {
    case "+": [.add]
    case "Cancel": [.cancel, .takeBack]
    case "Save": [.save, .proceed(.end)]
    case "Edit", "Done": [.toggleEditing]
    case _ where word.hasPrefix("‹"): [.back, .cancel, .dismiss]
    default: [.save, .open]
    }
  }

  /// What sorts the list by a column whose head was clicked, the other way round if it is sorted by it.
  private func order(byHead word: String, _ role: Role) -> Effect? {
    guard role == .label, mode == .list, let list = spokenScreen as? ListScreen else { return nil }
    let label = word.trimmed { " ↑↓0123456789".contains($0) }
    let field =
      list.schema.fields.firstIndex { $0.label == label }
      ?? (list.isTitleHead(word) ? list.schema.titleFields.first : nil)
    guard let field else { return nil }
    let order = list.window.latestOrder
    let new = order.terms.first?.field == field ? order.reversed : ListOrder(field: field)
    return .order(new, keeping: list.selectedRow?.id)
  }

  /// Moves the selection to a row of the screen, or opens what is selected there.
  private mutating func select(_ row: Int) -> [Effect] {
    guard var current = frame().focus?.row else { return [] }
    if current == row { return key(of: [.open]).map { press($0) } ?? [] }
    let step = row > current ? 1 : -1
    var effects: [Effect] = []
    while current != row {
      effects += pressMoving(step, times: 1)
      guard let next = frame().focus?.row, next != current, (next - current).signum() == step else { break }
      current = next
      if (row - current).signum() != step { break }
    }
    return effects
  }
}

extension ListScreen {
  /// Whether a head is the one over the titles.
  fileprivate func isTitleHead(_ word: String) -> Bool {
    Wording.titleHeading(window, schema).hasPrefix(word)
  }
}

extension Panes.Pane {
  fileprivate func contains(_ place: Position) -> Bool {
    column..<column + layout.size.columns ~= place.column && row..<row + layout.size.rows ~= place.row
  }
}

extension Frame {
  /// The text around a place: as far as the role is the same and no two blanks stand side by side.
  fileprivate func word(at place: Position) -> String {
    let role = self[place.column, place.row].role
    func belongs(_ column: Int) -> Bool {
      guard 0..<size.columns ~= column, self[column, place.row].role == role else { return false }
      let isBlank = self[column, place.row].text == " "
      return !isBlank
        || column + 1 < size.columns && self[column + 1, place.row].text != " " && column > 0
          && self[column - 1, place.row].text != " "
    }
    guard belongs(place.column) else { return "" }
    var (first, last) = (place.column, place.column)
    while belongs(first - 1) { first -= 1 }
    while belongs(last + 1) { last += 1 }
    return (first...last).map { self[$0, place.row].text }.joined()
  }
}

extension String {
  /// The letter of a button such as `[C]ancel`.
  fileprivate var answerLetter: Character? {
    guard count > 2, hasPrefix("["), dropFirst(2).hasPrefix("]") else { return nil }
    return dropFirst().first.map { Character($0.lowercased()) }
  }

  fileprivate func trimmed(_ isLeftOut: (Character) -> Bool) -> String {
    var text = self[...]
    while let last = text.last, isLeftOut(last) { text.removeLast() }
    while let first = text.first, isLeftOut(first) { text.removeFirst() }
    return String(text)
  }
}
