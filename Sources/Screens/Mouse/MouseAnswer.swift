import Cells
import Records

/// Answers most mouse events as the equivalent keys.
struct MouseAnswer {
  private(set) var stack: ScreenStack

  init(_ stack: ScreenStack) { self.stack = stack }

  mutating func answer(_ event: MouseEvent) -> [Effect] {
    switch event.kind {
    // A row of a gallery is as high as a good part of a page.
    case .wheel(let notches): return pressMoving(notches.signum(), times: isGallery ? 1 : 3)
    case .press: return stack.holdBorder(at: event.place) ? [] : press(event.place)
    case .drag where stack.heldRow != nil: return drag(to: event.place.row)
    case .drag: stack.dragBorder(to: event.place.column)
    case .release:
      _ = stack.holdBorder(at: nil)
      return release(at: event.place)
    }
    return []
  }

  // MARK: Dragging a row of a list that is sorted by hand

  /// Clicks, unless the selected row can be dragged: that one opens on release.
  private mutating func press(_ place: Position) -> [Effect] {
    let isSelected = canDrag && stack.frame().focus?.row == place.row
    let effects = isSelected ? [] : click(place)
    if canDrag, stack.frame().focus?.row == place.row {
      stack.heldRow = HeldRow(row: place.row, opens: isSelected)
    }
    return effects
  }

  private var canDrag: Bool { stack.mode == .list && stack.stack.top.isSortedByHand && !isGallery }

  private var isGallery: Bool { stack.mode == .list && stack.showsGallery }

  private mutating func drag(to row: Int) -> [Effect] {
    guard canDrag, let current = stack.frame().focus?.row, row != current else { return [] }
    stack.heldRow?.opens = false
    let step = (row - current).signum()
    guard let key = key(of: [.moveRow(step)]) else { return [] }
    return (0..<abs(row - current)).flatMap { _ in stack.press(key) }
  }

  private mutating func release(at place: Position) -> [Effect] {
    defer { stack.heldRow = nil }
    guard let held = stack.heldRow, held.opens, held.row == place.row, canDrag else { return [] }
    return click(place)
  }

  private mutating func pressMoving(_ step: Int, times: Int) -> [Effect] {
    guard let key = key(of: [.move(step)]) else { return [] }
    return (0..<times).flatMap { _ in stack.press(key) }
  }

  private func key(of actions: [Action]) -> Key? {
    let entries = stack.settings.keys.bindings(in: stack.mode).flatMap(\.actions)
    return actions.lazy.compactMap { action in entries.first { $0.action == action }?.key }.first
  }

  private mutating func click(_ place: Position) -> [Effect] {
    let frame = stack.frame()
    guard frame.contains(place) else { return [] }
    if Layout(size: stack.size).hasKeys, place.row == Layout(size: stack.size).keysRow {
      return stack.keyLine.key(at: place.column, of: stack.size).map { stack.press($0) } ?? []
    }
    if stack.mode == .alert, let letter = frame.buttonLetter(at: place) {
      return stack.press(.character(letter))
    }
    let word = frame.word(at: frame.textOfButton(at: place))
    if let effects = clickPane(place) { return effects }
    if place.row == 0, [.action, .button].contains(frame[place.column, place.row].role) {
      let character = frame[place.column, place.row].text
      return key(of: actions(ofBar: character == "+" ? "+" : word)).map { stack.press($0) } ?? []
    }
    if frame[place.column, place.row].role == .label, let order = stack.stack.top.order(byHead: word) {
      return [order]
    }
    // Enter keeps the search, so that the click selects one of its matches.
    let effects = stack.mode == .find ? stack.press(.enter) : []
    return effects + (stack.mode == .detail || isGallery ? selectField(place) : select(place.row))
  }

  private mutating func clickPane(_ place: Position) -> [Effect]? {
    let panes = stack.panes
    let isInInspector = panes.inspector.map { $0.contains(place) } ?? false
    if isInInspector != (stack.mode == .inspector), panes.inspector != nil {
      return key(of: [.switchPane]).map { stack.press($0) } ?? []
    }
    guard let list = panes.list, list.contains(place), stack.stack.listIndex != stack.screenCount - 1 else {
      return nil
    }
    return stack.mode == .detail ? key(of: [.back]).map { stack.press($0) } ?? [] : []
  }

  /// The first action with a key here counts.
  private func actions(ofBar word: String) -> [Action] {
    switch word {
    // In a gallery, the key of the way back goes to the left, and Esc ends a search first.
    case _ where word.hasPrefix("‹") && isGallery: [.toggleGallery]
    case "+": [.add]
    case "Cancel": [.cancel, .takeBack]
    case "Save": [.save, .proceed(.end)]
    case "Edit", "Done": [.toggleEditing]
    case _ where word.hasPrefix("‹"): [.back, .cancel, .dismiss]
    default: [.save, .open]
    }
  }

  private mutating func selectField(_ place: Position) -> [Effect] {
    guard stack.selectField(at: place) == true else { return [] }
    return key(of: [.open]).map { stack.press($0) } ?? []
  }

  private mutating func select(_ row: Int) -> [Effect] {
    guard var current = stack.frame().focus?.row else { return [] }
    if current == row { return key(of: [.open]).map { stack.press($0) } ?? [] }
    let step = row > current ? 1 : -1
    var effects: [Effect] = []
    while current != row {
      effects += pressMoving(step, times: 1)
      guard let next = stack.frame().focus?.row, next != current, (next - current).signum() == step else {
        break
      }
      current = next
      if (row - current).signum() != step { break }
    }
    return effects
  }
}

extension Panes.Pane {
  fileprivate func contains(_ place: Position) -> Bool {
    let edge = isFramed ? 1 : 0
    return column - edge..<column + layout.size.columns + edge ~= place.column
      && row..<row + layout.size.rows + edge ~= place.row
  }
}

extension Frame {
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

  /// For a blank at the end of a button, the cell of its text.
  fileprivate func textOfButton(at place: Position) -> Position {
    guard self[place.column, place.row].role == .button, self[place.column, place.row].text == " " else {
      return place
    }
    let column = [place.column + 1, place.column - 1].first {
      0..<size.columns ~= $0 && self[$0, place.row].role == .button && self[$0, place.row].text != " "
    }
    return Position(column: column ?? place.column, row: place.row)
  }

  fileprivate func buttonLetter(at place: Position) -> Character? {
    let (bodies, letters): (Set<Role>, Set<Role>) = (
      [.button, .danger, .selected], [.buttonLetter, .dangerLetter, .selectedMatch]
    )
    func belongs(_ column: Int) -> Bool {
      0..<size.columns ~= column && bodies.union(letters).contains(self[column, place.row].role)
    }
    guard belongs(place.column) else { return nil }
    var (first, last) = (place.column, place.column)
    while belongs(first - 1) { first -= 1 }
    while belongs(last + 1) { last += 1 }
    let letter = (first...last).first { letters.contains(self[$0, place.row].role) }
    return letter.flatMap { self[$0, place.row].text.lowercased().first }
  }
}

/// A row on which the mouse button was pressed.
struct HeldRow: Sendable {
  let row: Int
  /// An already selected row opens on release, unless it was dragged.
  var opens: Bool
}
