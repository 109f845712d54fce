import Cells
import Records

/// The wording beside the input line of a command or a search.
package enum PromptWording {
  /// What can be typed to find rows.
  package static let findNote = "words, or F1 for more"

  /// What can be typed to jump.
  package static let jumpNote = "row, or 50%"

  /// What can be typed after the colon.
  package static func commandNote(hasRows: Bool) -> String {
    hasRows ? "row, 50%, or a command" : "a command"
  }

  /// The choices that the words of a search stand for.
  package static func meaning(_ choices: [(field: Field, choices: [String])]) -> Message {
    Message(
      choices.map { "\($0.field.label): \($0.choices.joined(separator: ", "))" }.joined(separator: "; ") + "."
    )
  }

  /// What can be typed to jump to a letter.
  package static let letterNote = "letter"
}
