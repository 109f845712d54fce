extension LineEditor {
  /// What a key does to a text, under the names that Readline gives it.
  public enum Action: Hashable, Sendable {
    /// One cluster to the left.
    case left
    /// One cluster to the right.
    case right
    /// To the start of the word before; words are letters and digits.
    case wordLeft
    /// To the end of the word after; words are letters and digits.
    case wordRight
    /// To the start of the line.
    case start
    /// To the end of the line.
    case end
    /// To the start of the text, of all its lines.
    case textStart
    /// To the end of the text, of all its lines.
    case textEnd
    /// Takes out the cluster before the cursor.
    case deleteBack
    /// Takes out the cluster after the cursor.
    case deleteForward
    /// Kills back to the white space before.
    case killWordBack
    /// Kills what is before the cursor in its line.
    case killToStart
    /// Kills what is after the cursor in its line, at the line's end what ends it.
    case killToEnd
    /// Puts in what was killed last.
    case yank
    /// Puts in a text as it is.
    case insert(String)
  }
}
