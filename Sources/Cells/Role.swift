/// What a cell is, never what it looks like; a terminal decides the looks.
///
/// The raw value is the letter that stands for the role in a frame's role plane.
public enum Role: Character, Hashable, Sendable, CaseIterable {
  /// The content: titles and values.
  case content = "."
  /// The navigation bar's ground.
  case bar = "b"
  /// The navigation bar's title.
  case title = "T"
  /// A word in the bar that a key does.
  case action = "a"
  /// What the next Enter is about.
  case selected = "S"
  /// What is selected in a pane that the keys are not about.
  case resting = "s"
  /// The part of a text that a filter matches.
  case match = "M"
  /// The part of a selected text that a filter matches.
  case selectedMatch = "X"
  /// A field's name.
  case label = "l"
  /// What is secondary: the keys, the meter, NULL, a picture of something that is not there.
  case dim = "d"
  /// What is wrong.
  case error = "E"
  /// The part of a typed text that is wrong.
  case wrong = "W"
  /// The mark of a hydrated record.
  case hydrated = "h"
  /// The mark of a dirty record.
  case dirty = "D"
  /// What the program says.
  case message = "m"
  /// A line that parts two panes or frames an alert.
  case border = "B"
  /// A part of a picture, which has colours of its own.
  case picture = "p"
}
