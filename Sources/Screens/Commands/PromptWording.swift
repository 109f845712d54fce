import Cells
import Records

/// The wording beside the input line of a command or a search.
enum PromptWording {
  /// What can be typed to find rows.
  static let findNote = "words, or F1 for more"

  /// What can be typed to jump.
  static let jumpNote = "row, or 50%"

  /// What can be typed after the colon.
  static let commandNote = "row, 50%, import, export, new"

  /// The reply to an unknown command.
  static func noCommand(_ text: String) -> Message {
    .problem(
      "No command “\(Wording.shortened(text, to: 20))”: type a row number, 50%, import, export or new.")
  }

  /// The name of a command on its screen.
  static func name(of command: ListCommand) -> String {
    switch command {
    case .importing: "Import"
    case .exporting: "Export"
    case .new: "New library"
    }
  }

  /// Explains a command while it is typed.
  static func explanation(of command: ListCommand) -> Message {
    switch command {
    case .importing: Message("import FILE: first shows what the import would do.")
    case .exporting: Message("export FILE: writes what the list shows, as .csv .tsv .json .md .bib .ris.")
    case .new: Message("new FILE TEMPLATE: reading, sample, possessions, contacts or coffees.")
    }
  }

  /// What can be typed to jump to a letter.
  static let letterNote = "letter"
}
