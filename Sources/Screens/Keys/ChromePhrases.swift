/// What the program itself writes in the bar and in the line of keys, for recordings that show this and no values.
public enum ChromePhrases {
  /// The words at the sides of the bar, the keys of hints, and what they do.
  public static let all: Set<String> = {
    let hints = KeyTable.bindings.compactMap(\.hint).flatMap { [$0.keys, $0.does] }
    let bar = ["Edit", "Done", "Cancel", "Save", "‹ Back", "‹", "+", "‹ +", "i"]
    return Set(hints + bar + ["open", "write", "conflicts", "history", "C", "U"])
  }()
}
