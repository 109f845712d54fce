/// The names of built-in commands.
public enum CommandNames {
  /// Whether a name is not available for the person's own command.
  public static func areTaken(_ name: String) -> Bool {
    FileCommand(rawValue: name) != nil || LibraryCommand(rawValue: name) != nil || KeyMap.names.contains(name)
      || ["q", "h", ""].contains(name)
  }
}
