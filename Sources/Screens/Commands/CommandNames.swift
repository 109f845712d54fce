/// The names that commands have already.
public enum CommandNames {
  /// Whether a command of the person's own cannot have this name.
  public static func areTaken(_ name: String) -> Bool {
    FileCommand(rawValue: name) != nil || LibraryCommand(rawValue: name) != nil || KeyMap.names.contains(name)
      || ["q", "h", ""].contains(name)
  }
}
