/// The meaning of a cell, with its letter in the role plane; the terminal decides how it looks.
public enum Role: Character, Hashable, Sendable, CaseIterable {
  case content = "."
  case bar = "b"
  case title = "T"
  case action = "a"
  /// The target of the next Enter.
  case selected = "S"
  /// A selection in a pane without the focus.
  case resting = "s"
  case match = "M"
  case selectedMatch = "X"
  case label = "l"
  /// Secondary text: keys, the meter, NULL, the picture of a missing thing.
  case dim = "d"
  case error = "E"
  /// The invalid part of a typed text.
  case wrong = "W"
  case hydrated = "h"
  case dirty = "D"
  case message = "m"
  case border = "B"
  case picture = "p"
  case stars = "*"
  /// The frame of the pane with the focus.
  case focusedBorder = "F"
  /// A button, and the letter that presses it.
  case button = "u"
  case buttonLetter = "U"
  /// A button that destroys something, and its letter.
  case danger = "r"
  case dangerLetter = "R"
  // The backs of books, in colours that their titles choose.
  case spine1 = "1"
  case spine2 = "2"
  case spine3 = "3"
  case spine4 = "4"
  case spine5 = "5"
  case spine6 = "6"

  /// The roles of spines.
  public static let spines: [Role] = [.spine1, .spine2, .spine3, .spine4, .spine5, .spine6]
}
