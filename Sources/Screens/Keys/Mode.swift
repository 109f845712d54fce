/// The state of the top screen, which determines what a key means.
public enum Mode: Int, Hashable, Sendable, CaseIterable {
  case tables
  case list
  case find
  case jump
  case command
  case letter
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
  case detailEditing
  case draft
  case text
  case longText
  case dateText
  case datePart
  case history
  case conflicts
  case files
  case report
  case rule
  case filePath
  case alert
  case help
  case inspector

  package var name: String {
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

  package var isTyping: Bool {
    switch self {
    case .detailEditing, .draft, .text, .longText, .dateText, .find, .command, .letter, .filePath: true
    default: false
    }
  }

  /// Whether a character without a binding is text, a digit of a date or the letter of an answer.
  package var takesText: Bool { isTyping || self == .alert || self == .datePart }

  package var isEditor: Bool {
    switch self {
    case .text, .longText, .dateText, .datePart, .files, .filePath: true
    default: false
    }
  }

  package var choosesFile: Bool { self == .files || self == .filePath }

  /// Whether a key without a binding ends the mode, and then does what it usually does.
  public var isFleeting: Bool { self == .jump || self == .letter || self == .stars }
}

/// Modes as bits: hash tables would delay the first screen, which needs the key table.
public struct ModeSet: Hashable, Sendable, ExpressibleByArrayLiteral {
  private var bits: UInt64 = 0

  init(_ modes: some Sequence<Mode>) {
    for mode in modes { bits |= Self.bit(of: mode) }
  }

  /// Makes a set of these modes.
  public init(arrayLiteral modes: Mode...) { self.init(modes) }

  package func contains(_ mode: Mode) -> Bool { bits & Self.bit(of: mode) != 0 }

  package var members: [Mode] { Mode.allCases.filter(contains) }

  func union(_ other: ModeSet) -> ModeSet { ModeSet(bits: bits | other.bits) }

  func subtracting(_ other: ModeSet) -> ModeSet { ModeSet(bits: bits & ~other.bits) }

  private init(bits: UInt64) { self.bits = bits }

  private static func bit(of mode: Mode) -> UInt64 { 1 << UInt64(mode.rawValue) }
}
