/// The state of the top screen, which determines what a key means.
public enum Mode: Int, Hashable, Sendable, CaseIterable {
  case tables
  case list
  case find
  /// A row number or a percentage, typed below the list.
  case jump
  /// A command, or a place to go to, typed below the list.
  case command
  case letter
  /// A number of stars is typed, which a point makes half a star more.
  case stars
  case menu
  case columns
  case values
  case groups
  case statistics
  case duplicates
  case merge
  case views
  case recent
  case fields
  case schema
  case detail
  /// A record whose fields can be selected for editing.
  case detailEditing
  case draft
  case text
  case longText
  /// A date, with the cursor in its text.
  case dateText
  /// A date, with its year, month or day selected.
  case datePart
  case history
  case conflicts
  case files
  /// The preview of an import.
  case report
  /// The preview of a rule.
  case rule
  case filePath
  case alert
  case help
  case inspector

  /// The name of the mode in the documentation.
  public var name: String {
    switch self {
    case .tables: "Tables"
    case .list: "List"
    case .find: "Find"
    case .jump: "Jump"
    case .letter: "Jump to a letter"
    case .stars: "Stars"
    case .command: "Command"
    case .menu: "Menu"
    case .columns: "Columns"
    case .values: "Values"
    case .statistics: "Statistics"
    case .groups: "Groups"
    case .duplicates: "Duplicates"
    case .merge: "Merge"
    case .views: "Views"
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

  /// Whether the mode produces a value for the screen below.
  package var isEditor: Bool {
    switch self {
    case .text, .longText, .dateText, .datePart, .files, .filePath: true
    default: false
    }
  }

  package var choosesFile: Bool { self == .files || self == .filePath }

  /// Whether a key without a binding here ends the mode and then does what it usually does.
  public var isFleeting: Bool { self == .jump || self == .letter || self == .stars }
}
