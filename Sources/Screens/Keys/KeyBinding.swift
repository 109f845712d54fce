import Cells

/// The purposes of keys, in the order of the help.
public enum KeyUse: String, CaseIterable, Sendable {
  case reading = "Reading"
  case finding = "Finding"
  case looking = "Looking"
  case changing = "Changing"
  case moving = "Moving"
  case working = "The program at work"
}

/// One entry of the key table: which keys, what they do, and when.
public struct KeyBinding: Hashable, Sendable {
  /// The keys with their actions, the most familiar first.
  public let actions: [KeyAction]
  /// What the keys do, as a sentence without a subject: "opens the selected row".
  public let does: String
  /// The hint in the last line, or nil if there is none.
  public let hint: Hint?
  /// The modes in which the entry applies.
  public let modes: ModeSet
  /// The heading above the entry in the help: a use, or that of the person's own commands.
  public private(set) var group = ""

  /// A key and its action.
  public struct KeyAction: Hashable, Sendable {
    /// The key.
    public let key: Key
    /// The key's action.
    public let action: Action
  }

  /// How an entry is shown in the last line.
  public struct Hint: Hashable, Sendable {
    /// The key or keys, as short as possible: "↑↓".
    public let keys: String
    /// The keys' effect, in a word or two: "move".
    public var does: String
    /// Whether the hint is among the first to be dropped if not all hints fit.
    public let isMinor: Bool
    /// Whether the lesson, whose line is about hydration, leaves the hint out.
    public let isOfLibrary: Bool
    /// The hint while there is a special reason for it, which makes it a major one.
    var ofNow: Hint { Hint(keys: keys, does: does) }

    package init(keys: String, does: String, isMinor: Bool = false, isOfLibrary: Bool = false) {
      (self.keys, self.does, self.isMinor, self.isOfLibrary) = (keys, does, isMinor, isOfLibrary)
    }
  }

  /// The keys' names in the order of the table, as in "↑ ↓ j k".
  public var keyNames: String { actions.map(\.key.name).joined(separator: " ") }

  init(
    _ modes: ModeSet, _ actions: KeyValuePairs<Key, Action>, _ does: String,
    hint keys: String? = nil, _ hint: String = "", isMinor: Bool = false, isOfLibrary: Bool = false
  ) {
    self.actions = actions.map { KeyAction(key: $0.key, action: $0.value) }
    self.does = does
    self.hint = keys.map { Hint(keys: $0, does: hint, isMinor: isMinor, isOfLibrary: isOfLibrary) }
    self.modes = modes
  }

  /// The same entry with other keys; the hint shows the first key of each action.
  func with(_ actions: [KeyAction]) -> KeyBinding {
    var (shown, done) = ([String](), Set<Action>())
    for entry in actions where done.insert(entry.action).inserted { shown.append(entry.key.name) }
    let keys = shown.joined(separator: " ")
    let hint = hint.map {
      Hint(keys: keys, does: $0.does, isMinor: $0.isMinor, isOfLibrary: $0.isOfLibrary)
    }
    return KeyBinding(actions: actions, does: does, hint: hint, modes: modes, group: group)
  }

  /// The same entry for a use, which comes before that of the list that the entry is in.
  func used(for use: KeyUse) -> KeyBinding {
    KeyBinding(
      actions: actions, does: does, hint: hint, modes: modes, group: group.isEmpty ? use.rawValue : group)
  }

  init(actions: [KeyAction], does: String, hint: Hint?, modes: ModeSet, group: String) {
    (self.actions, self.does, self.hint, self.modes, self.group) = (actions, does, hint, modes, group)
  }
}
