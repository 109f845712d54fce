import Cells
import Synchronization

/// The action of each key: the key table, with the keys from the settings.
public struct KeyMap: Sendable {
  package static let standard = KeyMap()

  private let changes: [String: [Key]]
  private let actions: [Mode: [Key: Action]]?
  package let commands: [OwnCommand]
  private var isMissing: (@Sendable (Action) -> Bool)?
  package var layout = KeyboardLayout()

  private init() { (changes, actions, commands) = ([:], nil, []) }

  /// The keys of a mode are found at its first key: the first screen needs only the entries.
  private static let standardActions = Mutex<[Mode: [Key: Action]]>([:])

  private static func standardAction(for key: Key, in mode: Mode) -> Action? {
    standardActions.withLock { known in
      if let actions = known[mode] { return actions[key] }
      let entries = KeyTable.bindings(in: mode).flatMap(\.actions).map { ($0.key, $0.action) }
      let actions = Dictionary(entries) { $1 }
      known[mode] = actions
      return actions[key]
    }
  }

  /// Sets keys for actions by name; an empty list leaves an action without a key.
  ///
  /// Where text is typed, character keys are left to the text. `checked()` checks the keys later, so that the first
  /// screen is drawn sooner.
  public init(
    unchecked changes: [String: [Key]], commands: [OwnCommand] = [], layout: KeyboardLayout = KeyboardLayout()
  ) {
    (self.changes, actions, self.commands, self.layout) = (changes, nil, commands, layout)
  }

  /// Checks the keys; throws the first problem.
  public func checked() throws(KeyProblem) -> KeyMap {
    if changes.isEmpty, commands.isEmpty { return self }
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
    return KeyMap(self, actions)
  }

  private init(_ map: KeyMap, _ actions: [Mode: [Key: Action]]) {
    (changes, self.actions, commands, layout) = (map.changes, actions, map.commands, map.layout)
    isMissing = map.isMissing
  }

  /// The action of a key, or nil if it does nothing; O(1).
  public func action(for key: Key, in mode: Mode) -> Action? {
    let action = actions.map { $0[mode]?[key] } ?? Self.standardAction(for: key, in: mode)
    return action.flatMap { isMissing?($0) == true ? nil : $0 }
  }

  package func leavingOut(_ isMissing: @escaping @Sendable (Action) -> Bool) -> KeyMap {
    var keys = self
    keys.isMissing = { [old = self.isMissing] in old?($0) == true || isMissing($0) }
    return keys
  }

  /// The key at this position of a US keyboard; where text is typed, characters stay as they are.
  public func meaning(of key: Key, in mode: Mode) -> Key {
    switch key {
    case .character(let character) where !mode.isTyping:
      .character(layout.key(character, isKey: action(for: key, in: mode) != nil))
    // Control and Alt type nothing anywhere.
    case .control(let character) where !character.isASCII:
      .control(layout.key(character, isKey: action(for: key, in: mode) != nil))
    case .alt(let character) where !character.isASCII:
      .alt(layout.key(character, isKey: action(for: key, in: mode) != nil))
    default: key
    }
  }

  package func bindings(in mode: Mode) -> [KeyBinding] {
    guard let isMissing else { return allBindings(in: mode) }
    return allBindings(in: mode).compactMap { binding in
      let actions = binding.actions.filter { !isMissing($0.action) }
      if actions.count == binding.actions.count { return binding }
      return actions.isEmpty ? nil : binding.with(actions)
    }
  }

  private func allBindings(in mode: Mode) -> [KeyBinding] {
    let standard = KeyTable.bindings(in: mode)
    if changes.isEmpty, commands.isEmpty { return standard }
    let bindings =
      standard + commands.map(\.binding).filter { $0.modes.contains(mode) && !$0.actions.isEmpty }
    if changes.isEmpty { return bindings }
    return bindings.map { $0.rebound(changes, in: mode) }.filter { !$0.actions.isEmpty }
  }

  package static var names: Set<String> {
    Set(KeyTable.bindings.flatMap(\.actions).compactMap(\.action.name))
  }

  private static func nearest(to word: String) -> String? {
    names.sorted().first { $0.hasPrefix(word) || word.hasPrefix($0) }
      ?? names.sorted().first {
        Set($0) == Set(word) || $0.dropLast() == word.dropLast() || $0.dropFirst() == word.dropFirst()
      }
  }
}

extension KeyBinding {
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
  /// The keys that work in a mode; nil if none does.
  fileprivate func usable(in mode: Mode) -> [Key]? {
    guard mode.isTyping else { return self }
    let usable = filter { if case .character = $0 { false } else { true } }
    return usable.isEmpty && !isEmpty ? nil : usable
  }
}

/// Why keys cannot be set for actions.
public enum KeyProblem: Error, Hashable, Sendable {
  case noAction(String, nearest: String?)
  case noKey(String)
  case collision(Key, Mode, String, String)

  package var text: String {
    switch self {
    case .noAction(let name, let nearest):
      "there is no action “\(name)”" + (nearest.map { "; did you mean “\($0)”?" } ?? "")
    case .noKey(let name):
      "there is no key “\(name)”: keys are called x, ^X, Alt-X, Enter, Esc, Tab, F1, Up, PgDn …"
    case .collision(let key, let mode, let first, let second):
      "\(key.word) would be both “\(first)” and “\(second)” (\(mode.name)): give one of them another key"
    }
  }
}
