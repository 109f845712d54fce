/// What the top screen is doing, which decides what a key means.
public enum Mode: Int, Hashable, Sendable, CaseIterable {
  /// The tables of the database.
  case tables
  /// The list.
  case list
  /// Words to be found, typed below the list.
  case find
  /// The number of a row or a percentage, typed below the list.
  case jump
  /// A command, or the place to go to, typed below the list.
  case command
  /// The letter to go to is awaited.
  case letter
  /// A choice among a few.
  case menu
  /// The columns of a list.
  case columns
  /// The values of a field.
  case values
  /// The saved views of a list.
  case views
  /// The fields of a table.
  case fields
  /// A record that is looked at.
  case detail
  /// A record whose fields can be chosen.
  case detailEditing
  /// A record that does not exist yet.
  case draft
  /// One line of text.
  case text
  /// Text of several lines.
  case longText
  /// A date, with the cursor in its text.
  case dateText
  /// A date, with the year, the month or the day chosen.
  case datePart
  /// The changes that were made.
  case history
  /// What another program has changed, too.
  case conflicts
  /// Folders, to choose a file.
  case files
  /// What a file would bring.
  case report
  /// The path of a file.
  case filePath
  /// A question or a message.
  case alert
  /// The keys.
  case help
  /// The pane that shows the store at work.
  case inspector

  /// What the mode is called in the documentation.
  public var name: String {
    switch self {
    case .tables: "Tables"
    case .list: "List"
    case .find: "Find"
    case .jump: "Jump"
    case .letter: "Jump to a letter"
    case .command: "Command"
    case .menu: "Menu"
    case .columns: "Columns"
    case .values: "Values"
    case .views: "Saved views"
    case .fields: "Fields"
    case .detail: "Detail"
    case .detailEditing: "Detail, editing"
    case .draft: "New record"
    case .text: "Text"
    case .longText: "Text of several lines"
    case .dateText: "Date, typing"
    case .datePart: "Date, picking"
    case .history: "History"
    case .conflicts: "Conflicts"
    case .files: "Files"
    case .filePath: "Files, typing a path"
    case .report: "Report"
    case .alert: "Question"
    case .help: "Help"
    case .inspector: Wording.inspector
    }
  }

  /// Whether characters are typed rather than pressed as keys.
  public var isTyping: Bool {
    switch self {
    case .detailEditing, .draft, .text, .longText, .dateText, .find, .command, .letter, .filePath: true
    default: false
    }
  }

  /// Whether a character that is no key goes to the screen: as text, as a digit of a date, or as the letter of an answer.
  var takesText: Bool { isTyping || self == .alert || self == .datePart }

  /// Whether a value is made that the screen below waits for.
  var isEditor: Bool {
    switch self {
    case .text, .longText, .dateText, .datePart, .files, .filePath: true
    default: false
    }
  }

  /// Whether a file is chosen.
  var choosesFile: Bool { self == .files || self == .filePath }

  /// Whether a key that means nothing here ends the mode and is then done as itself.
  public var isFleeting: Bool { self == .jump || self == .letter }
}
