import Cells

extension Key {
  /// The key's name for people: "⏎", "^S", "Alt-B", "PgUp".
  public var name: String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .control(let character): "^" + character.uppercased()
    case .alt(let character): "Alt-" + character.uppercased()
    case .enter: "⏎"
    case .escape: "Esc"
    case .tab: "Tab"
    case .backTab: "Shift-Tab"
    case .backspace: "Backspace"
    case .delete: "Delete"
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .f1: "F1"
    }
  }

  /// The key's name without signs that ASCII does not have.
  var word: String {
    switch self {
    case .enter: "Enter"
    case .up: "Up"
    case .down: "Down"
    case .left: "Left"
    case .right: "Right"
    default: name
    }
  }
}
