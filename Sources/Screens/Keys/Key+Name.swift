import Cells

extension Key {
  /// The key's display name: "⏎", "^S", "Alt-B", "PgUp".
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

  /// Finds a key by its name in the documentation and the settings: `x`, `^X`, `Ctrl-X`, `Alt-X`, `PgDn`.
  public init?(name: String) {
    let lower = name.lowercased()
    let named: [Key] = [
      .character(" "), .enter, .escape, .tab, .backTab, .backspace, .delete, .up, .down, .left, .right, .home,
      .end,
      .pageUp, .pageDown, .f1,
    ]
    let last = name.last.map { Character($0.lowercased()) } ?? " "
    if name.count == 1 {
      self = .character(name.first ?? " ")
    } else if let key = named.first(where: { $0.word.lowercased() == lower }) {
      self = key
    } else if name.count == 2, name.first == "^" {
      self = .control(last)
    } else if lower.hasPrefix("ctrl-"), name.count == 6 {
      self = .control(last)
    } else if lower.hasPrefix("alt-"), name.count == 5 {
      self = .alt(last)
    } else {
      return nil
    }
  }

  /// The name in ASCII.
  public var word: String {
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
