import Cells
import Records

enum CommandWording {
  static func noCommand(_ text: String, nearest: String?) -> Message {
    let hint = nearest.map { "Did you mean :\($0)?" } ?? "Backspace lists the commands."
    return .problem("There is no command “\(Wording.shortened(text, to: 20))” here. \(hint)")
  }

  static func more(_ count: Int) -> String { "… \(Wording.number(count)) more" }

  static func takesNothing(_ name: String) -> Message { .problem("“\(name)” takes nothing after its name.") }

  static let noRows = Message.problem("Only a list has rows to go to.")

  static func several(_ names: [String]) -> Message { Message(names.joined(separator: "  ")) }

  static func name(of command: FileCommand) -> String {
    switch command {
    case .importing: "Import"
    case .exporting: "Export"
    case .new: "New library"
    case .open: "Open a library"
    }
  }

  static func explanation(of command: FileCommand) -> String {
    switch command {
    case .importing: "first shows what the import of FILE would do."
    case .exporting: "writes what is shown to FILE, as .csv .tsv .json .md; a list also as .html .bib .ris."
    case .new: "makes the library FILE: reading, sample, possessions, contacts or coffees."
    case .open: explanation(of: LibraryCommand.open)
    }
  }

  static func explanation(of command: LibraryCommand) -> String {
    switch command {
    case .open: "opens FILE; without one, lists the files opened before."
    case .schema: "shows the tables, fields, keys, indexes, triggers and views."
    case .sql: "shows the result of a statement that reads. ^O opens your editor."
    case .sync: "exchanges changes with your other machines, by a folder or ssh://host/folder"
    case .conflicts: "settles what two machines have changed without knowing of each other"
    }
  }

  static let keyless: [(Action, does: String)] = [
    (
      .asks(.groups(.openAuthors), "authors"),
      "lists the authors, with the numbers of their rows and of what is added up."
    )
  ]

  static func explanation(of command: OwnCommand) -> String {
    "runs \(Wording.shortened(command.words.joined(separator: " "), to: 60))"
  }

  static let noStatement = Message.problem(
    "Type a statement after it: sql SELECT title FROM book. ^O opens your editor.")

  static func noName(_ word: String) -> Message {
    .problem("No table and no column begins with “\(Wording.shortened(word, to: 20))”.")
  }

  static func names(_ names: [String]) -> Message { Message(names.prefix(20).joined(separator: "  ")) }
}
