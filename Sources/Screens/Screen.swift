import Cells
import Records

/// One screen of the stack.
public enum Screen: Hashable, Sendable {
  /// The tables of the database.
  case tables(TablesScreen)
  /// The list.
  case list(ListScreen)
  /// One record.
  case detail(DetailScreen)
  /// A record that does not exist yet.
  case draft(DraftScreen)
  /// One field's text.
  case field(FieldScreen)
  /// One field's date.
  case date(DateScreen)
  /// A file to be read or written.
  case file(FileScreen)
  /// A choice among a few, over the screen below.
  case menu(MenuScreen)
  /// The changes that were made.
  case history(HistoryScreen)
  /// What another program has changed, too.
  case conflicts(ConflictScreen)
  /// A question or a message over the screen below.
  case alert(AlertScreen)
  /// The keys.
  case help(HelpScreen)

  /// The screen as what every screen can do.
  var layer: any ScreenLayer {
    switch self {
    case .tables(let screen): screen
    case .list(let screen): screen
    case .detail(let screen): screen
    case .draft(let screen): screen
    case .field(let screen): screen
    case .date(let screen): screen
    case .file(let screen): screen
    case .menu(let screen): screen
    case .history(let screen): screen
    case .conflicts(let screen): screen
    case .alert(let screen): screen
    case .help(let screen): screen
    }
  }

  /// Changes the screen in place.
  mutating func update<Result>(_ change: (inout any ScreenLayer) -> Result) -> Result {
    var layer = layer
    let result = change(&layer)
    switch layer {
    case let screen as TablesScreen: self = .tables(screen)
    case let screen as ListScreen: self = .list(screen)
    case let screen as DetailScreen: self = .detail(screen)
    case let screen as DraftScreen: self = .draft(screen)
    case let screen as FieldScreen: self = .field(screen)
    case let screen as DateScreen: self = .date(screen)
    case let screen as FileScreen: self = .file(screen)
    case let screen as MenuScreen: self = .menu(screen)
    case let screen as HistoryScreen: self = .history(screen)
    case let screen as ConflictScreen: self = .conflicts(screen)
    case let screen as AlertScreen: self = .alert(screen)
    case let screen as HelpScreen: self = .help(screen)
    default: preconditionFailure("a screen that is none of the enum's cases")
    }
    return result
  }

  /// Whether the screen leaves the one below to be seen.
  var isOverlay: Bool {
    switch self {
    case .menu, .alert: true
    default: false
    }
  }

  /// The editor for a field: dates have one of their own, and bytes come from a file.
  ///
  /// Where there is no value that it begins with, something must be typed before it can be saved. What an editor of
  /// texts could not give back whole is never given to one.
  static func editor(for field: Field, holding value: Value?) -> Screen {
    if !field.isGenerated, field.takesFile(for: value ?? .null) {
      return .file(FileScreen(reading: field, inPlaceOf: value))
    }
    let field = value.map(field.typing) ?? field
    let editor = value.map { FieldEditor(field: field, value: $0) } ?? FieldEditor(field: field)
    return switch field.kind {
    case .date, .dateTime: .date(DateScreen(editor: editor))
    case .text, .longText, .integer, .decimal, .real, .boolean, .photo, .blob:
      .field(FieldScreen(editor: editor))
    }
  }
}
