/// The program's own words in the bar and in the key line, for recordings that show these and no values.
public enum ChromePhrases {
  /// The words at the ends of the bar, and the keys and texts of the hints.
  public static let all: Set<String> = {
    let hints = KeyTable.bindings.compactMap(\.hint).flatMap { [$0.keys, $0.does] }
    let bar = ["Edit", "Done", "Cancel", "Save", "‹ Back", "‹", "+", "‹ +", "i"]
    return Set(hints + bar + ["open", "write", "conflicts", "history", "C", "U", "year", "more"])
  }()
}
