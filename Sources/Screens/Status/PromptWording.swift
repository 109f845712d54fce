import Cells
import Records

package enum PromptWording {
  package static let findNote = "words, or F1 for more"

  package static let jumpNote = "row, or 50%"

  package static func commandNote(hasRows: Bool) -> String {
    hasRows ? "row, 50%, or a command" : "a command"
  }

  package static func meaning(_ choices: [(field: Field, choices: [String])]) -> Message {
    Message(
      choices.map { "\($0.field.label): \($0.choices.joined(separator: ", "))" }.joined(separator: "; ") + "."
    )
  }

  package static let letterNote = "letter"

  package static let starNote = "1 to 5, 0 for none; a point adds a half"
}
