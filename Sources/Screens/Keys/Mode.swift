/// What the top screen is doing, which determines what a key means.
public enum Mode: Int, Hashable, Sendable, CaseIterable {
  /// The tables of the database.
  case tables
  /// The list.
  case list
  /// A search, typed below the list.
  case find
  /// A row number or a percentage, typed below the list.
  case jump
  /// A command, or a place to go to, typed below the list.
  case command
  /// Waiting for the letter to go to.
  case letter
  /// A menu of a few choices.
  case menu
  /// The columns of a list.
  case columns
  /// The values of a field.
  case values
  /// The groups of a sorted list.
  case groups
  /// Statistics.
  case statistics
  /// The groups of rows that may be the same.
  case duplicates
  /// Rows side by side, to make one of them.
  case merge
  /// The saved views of a list.
  case views
  /// The files that were opened before.
  case recent
  /// The fields of a table.
  case fields
  /// The declarations of the tables.
  case schema
  /// A record being read.
  case detail
  /// A record whose fields can be selected for editing.
  case detailEditing
  /// A record that does not exist yet.
  case draft
  /// One line of text.
  case text
  /// Text of several lines.
  case longText
  /// A date, with the cursor in its text.
  case dateText
  /// A date, with its year, month or day selected.
  case datePart
  /// The history.
  case history
  /// The conflicts with another program's changes.
  case conflicts
  /// Folders to choose a file from.
  case files
  /// What importing a file would do.
  case report
  /// What a rule would do.
  case rule
  /// The path of a file.
  case filePath
  /// A question or a message.
  case alert
  /// The keys.
  case help
  /// The inspector.
  case inspector

  /// The name of the mode in the documentation.
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
    case .statistics: "Statistics"
    case .groups: "Groups"
    case .duplicates: "Duplicates"
    case .merge: "Merge"
    case .views: "Saved views"
    case .recent: "Recent files"
    case .fields: "Fields"
    case .schema: "Schema"
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
    case .rule: "Rule"
    case .alert: "Question"
    case .help: "Help"
    case .inspector: "Inspector"
    }
  }

  /// Whether characters are typed as text rather than pressed as keys.
  public var isTyping: Bool {
    switch self {
    case .detailEditing, .draft, .text, .longText, .dateText, .find, .command, .letter, .filePath: true
    default: false
    }
  }

  /// Whether a character without a binding goes to the screen: as text, a date's digit or an answer's letter.
  package var takesText: Bool { isTyping || self == .alert || self == .datePart }

  /// Whether it produces a value for the screen below.
  package var isEditor: Bool {
    switch self {
    case .text, .longText, .dateText, .datePart, .files, .filePath: true
    default: false
    }
  }

  /// Whether a file is being chosen.
  package var choosesFile: Bool { self == .files || self == .filePath }

  /// Whether a key without a binding here ends the mode and then does what it usually does.
  public var isFleeting: Bool { self == .jump || self == .letter }
}
