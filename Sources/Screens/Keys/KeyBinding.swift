import Cells

/// One entry of the table of keys: which keys, what they do, and when.
public struct KeyBinding: Hashable, Sendable {
  /// The keys with what each does; the first ones are the best known.
  public let actions: [KeyAction]
  /// What the keys do, as a sentence without a subject: "opens the selected row".
  public let does: String
  /// The words of the last line, or nil if the entry is not shown there.
  public let hint: Hint?
  /// When the entry holds.
  public let modes: ModeSet

  /// A key and what it does.
  public struct KeyAction: Hashable, Sendable {
    /// The key.
    public let key: Key
    /// What it does.
    public let action: Action
  }

  /// How an entry is shown in the last line.
  public struct Hint: Hashable, Sendable {
    /// The key or keys, as short as can be: "↑↓".
    public let keys: String
    /// What they do, in a word or two: "move".
    public var does: String
    /// Whether it is among the first to be left out if not all have room.
    public let isMinor: Bool
  }

  /// The keys' names in the order of the table, as in "↑ ↓ j k".
  public var keyNames: String { actions.map(\.key.name).joined(separator: " ") }

  init(
    _ modes: ModeSet, _ actions: KeyValuePairs<Key, Action>, _ does: String,
    hint keys: String? = nil, _ hint: String = "", isMinor: Bool = false
  ) {
    self.actions = actions.map { KeyAction(key: $0.key, action: $0.value) }
    self.does = does
    self.hint = keys.map { Hint(keys: $0, does: hint, isMinor: isMinor) }
    self.modes = modes
  }
}
