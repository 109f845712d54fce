import Cells

/// Which key does what: the table of keys, perhaps with keys that the person has chosen.
public struct KeyMap: Sendable {
  /// The keys of the table.
  public static let standard = KeyMap()

  /// The keys that the person has given to actions.
  private let changes: [String: [Key]]
  /// What the keys of each mode do then, once it was looked whether that can be.
  private let actions: [Mode: [Key: Action]]?

  private init() { (changes, actions) = ([:], nil) }

  /// What the keys of the table do: made when the first key is pressed, since the first screen needs only the entries.
  private static let standardActions: [Mode: [Key: Action]] = {
    var actions: [Mode: [Key: Action]] = [:]
    for binding in KeyTable.bindings {
      for mode in binding.modes.members {
        for entry in binding.actions { actions[mode, default: [:]][entry.key] = entry.action }
      }
    }
    return actions
  }()

  /// Gives keys to actions by their names; where characters are typed, none of these is taken from the text.
  ///
  /// Nothing is checked, so that the first screen can be drawn: `checked()` does that before a key is pressed.
  ///
  /// - Parameter changes: The keys of each action; none to have it without one.
  public init(unchecked changes: [String: [Key]]) { (self.changes, actions) = (changes, nil) }

  /// The same keys, once it is sure that they can be.
  ///
  /// - Throws: Why that cannot be.
  public func checked() throws(KeyProblem) -> KeyMap {
    if changes.isEmpty { return self }
    let names = Self.names
    for name in changes.keys.sorted() where !names.contains(name) {
      throw .noAction(name, nearest: Self.nearest(to: name))
    }
    var actions: [Mode: [Key: Action]] = [:]
    for mode in Mode.allCases {
      for entry in bindings(in: mode).flatMap(\.actions) {
        if let other = actions[mode]?[entry.key], other != entry.action {
          throw .collision(entry.key, mode, other.name ?? "\(other)", entry.action.name ?? "\(entry.action)")
        }
        actions[mode, default: [:]][entry.key] = entry.action
      }
    }
    return KeyMap(changes: changes, actions: actions)
  }

  private init(changes: [String: [Key]], actions: [Mode: [Key: Action]]?) {
    (self.changes, self.actions) = (changes, actions)
  }

  /// The action of a key, or nil if it does nothing.
  ///
  /// - Complexity: O(1).
  public func action(for key: Key, in mode: Mode) -> Action? {
    (actions ?? Self.standardActions)[mode]?[key]
  }

  /// The entries that hold in a mode, in the table's order.
  public func bindings(in mode: Mode) -> [KeyBinding] {
    let bindings = KeyTable.bindings(in: mode)
    if changes.isEmpty { return bindings }
    return bindings.map { $0.rebound(changes, in: mode) }.filter { !$0.actions.isEmpty }
  }

  /// The names of all actions that keys can be given to.
  public static var names: Set<String> { Set(KeyTable.bindings.flatMap(\.actions).compactMap(\.action.name)) }

  /// The name of an action that is most like a word, if one is.
  private static func nearest(to word: String) -> String? {
    names.sorted().first { $0.hasPrefix(word) || word.hasPrefix($0) }
      ?? names.sorted().first {
        Set($0) == Set(word) || $0.dropLast() == word.dropLast() || $0.dropFirst() == word.dropFirst()
      }
  }
}

extension KeyBinding {
  /// The entry with the keys that were chosen for its actions, of which a text keeps those that can be typed.
  fileprivate func rebound(_ changes: [String: [Key]], in mode: Mode) -> KeyBinding {
    guard actions.contains(where: { $0.action.name.map { changes[$0] != nil } ?? false }) else { return self }
    var (new, done) = ([KeyAction](), Set<Action>())
    for entry in actions {
      guard let keys = entry.action.name.flatMap({ changes[$0] }).map({ $0.usable(in: mode) }) ?? nil else {
        new.append(entry)
        continue
      }
      if done.insert(entry.action).inserted { new += keys.map { KeyAction(key: $0, action: entry.action) } }
    }
    return with(new)
  }
}

extension [Key] {
  /// The keys that can be pressed where characters are typed; nil if that leaves none of several.
  fileprivate func usable(in mode: Mode) -> [Key]? {
    guard mode.isTyping else { return self }
    let usable = filter { if case .character = $0 { false } else { true } }
    return usable.isEmpty && !isEmpty ? nil : usable
  }
}
