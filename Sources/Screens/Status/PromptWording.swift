import Cells
import Records

/// What stands beside the line in which a command or a search is typed.
enum PromptWording {
  /// What may be typed to find rows.
  static let findNote = "words, or F1 for more"

  /// What may be typed to jump.
  static let jumpNote = "row, or 50%"

  /// What may be typed behind the colon.
  static let commandNote = "row, 50%, import, export, new"

  /// What is said of a text behind the colon that is no command.
  static func noCommand(_ text: String) -> Message {
    .problem(
      "No command “\(Wording.shortened(text, to: 20))”: type a row number, 50%, import, export or new.")
  }

  /// What a command of the list is called on its screen.
  static func name(of command: ListCommand) -> String {
    switch command {
    case .importing: "Import"
    case .exporting: "Export"
    case .new: "New library"
    }
  }

  /// What is said of a command while it is typed.
  static func explanation(of command: ListCommand) -> Message {
    switch command {
    case .importing: Message("import FILE: first shows what the import would do.")
    case .exporting: Message("export FILE: writes what the list shows, as .csv .tsv .json .md .bib .ris.")
    case .new: Message("new FILE TEMPLATE: reading, sample, possessions, contacts or coffees.")
    }
  }

  /// What may be typed to jump to a letter.
  static let letterNote = "letter"
}
