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

/// An entry of the key table: which keys, what they do, and when.
public struct KeyBinding: Hashable, Sendable {
  /// The most familiar key first.
  public let actions: [KeyAction]
  /// A sentence without a subject: "opens the selected row".
  public let does: String
  package let hint: Hint?
  package let modes: ModeSet
  /// The heading in the help: a use, or the person's own commands.
  public private(set) var group = ""

  /// A key and its action.
  public struct KeyAction: Hashable, Sendable {
    package let key: Key
    package let action: Action
  }

  /// How an entry is shown in the last line.
  public struct Hint: Hashable, Sendable {
    package let keys: String
    package var does: String
    package private(set) var isMinor = false
    /// Whether the lesson, whose line is about hydration, omits the hint.
    package private(set) var isOfLibrary = false
    /// The hint with a special reason to be shown, which makes it a major one.
    var ofNow: Hint { Hint(keys: keys, does: does) }
  }

  package var keyNames: String { actions.map(\.key.name).joined(separator: " ") }

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
    let hint = hint.map { Hint(keys: keys, does: $0.does, isMinor: $0.isMinor, isOfLibrary: $0.isOfLibrary) }
    return KeyBinding(actions: actions, does: does, hint: hint, modes: modes, group: group)
  }

  /// The entry for a use; one that it has already stays.
  func used(for use: KeyUse) -> KeyBinding {
    KeyBinding(
      actions: actions, does: does, hint: hint, modes: modes, group: group.isEmpty ? use.rawValue : group)
  }

  init(actions: [KeyAction], does: String, hint: Hint?, modes: ModeSet, group: String) {
    (self.actions, self.does, self.hint, self.modes, self.group) = (actions, does, hint, modes, group)
  }
}
