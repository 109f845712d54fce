/// A command that gets a signal, and what may be left of it.
enum SignalledScene: CaseIterable {
  case unwrittenAddition, unwrittenImport, addition, insertion, importBehindTrigger, endlessImport,
    lockedImport, lockedSet
  case export, books, endlessExport, unreadExport, endlessList, list, values, check, history
  case set, removal, newField, backup, new

  /// What is left once the command has ended.
  enum Rest {
    /// The library as it was.
    case unchanged
    /// The library as it was if it ended by the signal, or else with everything done.
    case allOrNothing
    /// Some of the rows, which the message and the history count.
    case wholeRows
    /// The file `output`, whole or not at all.
    case output
  }

  var rest: Rest {
    switch self {
    case .insertion, .importBehindTrigger, .newField: .allOrNothing
    case .addition, .set, .removal: .wholeRows
    case .export, .books, .backup, .new: .output
    default: .unchanged
    }
  }

  /// Whether the command never ends by itself.
  var isEndless: Bool {
    isUnwritten || isUnread || isLocked || [.endlessImport, .endlessExport, .endlessList].contains(self)
  }

  /// Whether another program has the library locked.
  var isLocked: Bool { self == .lockedImport || self == .lockedSet }

  /// Whether nobody writes what the command reads.
  var isUnwritten: Bool { self == .unwrittenAddition || self == .unwrittenImport }

  /// Whether nobody reads what the command prints.
  var isUnread: Bool { self == .unreadExport }

  /// The words after the program's name; the library is named in the environment.
  var arguments: [String] {
    switch self {
    case .addition, .unwrittenAddition: ["add", "-"]
    case .unwrittenImport: ["import", "-"]
    case .insertion, .lockedImport: ["import", "notes.csv"]
    case .importBehindTrigger: ["import", "notes.csv", "--table", "slow"]
    case .endlessImport: ["import", "notes.csv", "--table", "trap"]
    case .export: ["export", "-o", "output"]
    case .books: ["export", "--format", "bibtex", "-o", "output"]
    case .endlessExport: ["export", "--table", "endless", "-o", "output"]
    case .unreadExport: ["export"]
    case .endlessList: ["list", "--table", "endless", "--sort", "name"]
    case .list: ["list", "--json", "--sort", "remark"]
    case .values: ["values", "name"]
    case .check: ["check", "library.sqlite"]
    case .history: ["history"]
    case .set, .lockedSet: ["set", "--where", "item", "remark=new"]
    case .removal: ["rm", "--where", "item", "--yes"]
    case .newField: ["fields", "add", "extra"]
    case .backup: ["backup", "library.sqlite", "output"]
    case .new: ["new", "output"]
    }
  }
}
