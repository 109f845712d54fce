import MemoryPressure
import Platform
import Queries
import Records
import Screens

/// The settings from the command line and the settings file.
public struct Settings: Sendable {
  /// When edits are written to the database.
  public var saveOn: SaveMoment
  /// The most bytes that hydrated records may hold before the least recently used are evicted.
  public var memoryBudget: Int
  /// The seconds after which a dirty record is written back.
  public var writeAfter: Double

  /// Whether a database with several tables starts with the list of them.
  public var startsWithTables: Bool
  /// The source of the system's memory warnings.
  public var pressure: PressureSource

  /// Whether the list and a record are side by side; nil for the remembered state.
  public var isSplit: Bool?
  /// Whether the record beside the list follows the cursor, which hydrates it.
  public var followsCursor = true
  /// Whether the inspector is open from the start.
  public var opensInspector: Bool
  /// The file in which views are remembered, or nil to remember none.
  public var stateFile: String?
  /// Whether remembered views are ignored.
  public var startsFresh = false
  /// The name of the view that the first list shows, or nil for the one that was left.
  public var firstView: String?
  /// Whether the columns of the first list were given on the command line.
  public var hasColumns = false
  /// Whether a field's existing texts are suggested while typing.
  public var suggests = true
  /// The command of the external editor, with optional arguments; nil for the environment's current editor.
  public var editor: String?

  /// How long the first access to a record is delayed, as on a slow server; only the demonstration sets it.
  public var lookLatency = Duration.zero

  /// Whether the inspector shows the size of the unnamed files; the demonstration's map needs the room.
  public var showsReadAhead = true
  /// Whether copying always goes through the terminal.
  public var copiesThroughTerminal = false
  /// Whether the window's title shows the current list.
  public var showsWindowTitle = false
  /// Whether the screens always show the meter and marks for hydrated records.
  public var hasLongMeter = false
  /// The reader's goal for a year.
  public var goal: ReadingGoal?
  /// Whether mouse reporting is on.
  public var reportsMouse = false
  /// Whether the screens are spoken as lines instead of drawn.
  public var isPlain = false
  /// The log file for decisions and their reasons, or nil.
  public var logFile: String?
  /// The trace file for statements, accesses and warnings, or nil.
  public var traceFile: String?
  /// The keys and what they do.
  public var keys = KeyMap.standard
  /// Makes the library at a path the default one, and returns a message; nil if that is impossible.
  public var makesDefault: (@Sendable (String) -> Message)?
  /// The message about the settings themselves at the start.
  public var greeting: Message?

  /// Makes settings; omitted values have their defaults.
  public init(
    saveOn: SaveMoment = .pressure, memoryBudget: Int = 32 << 20, writeAfter: Double = 30,
    startsWithTables: Bool = true, editor: String? = nil, pressure: PressureSource = .off,
    isSplit: Bool? = nil, opensInspector: Bool = false, stateFile: String? = nil
  ) {
    (self.saveOn, self.memoryBudget, self.writeAfter) = (saveOn, memoryBudget, writeAfter)
    (self.startsWithTables, self.editor, self.pressure) = (startsWithTables, editor, pressure)
    (self.isSplit, self.opensInspector, self.stateFile) = (isSplit, opensInspector, stateFile)
  }

  /// How the fields of a database's tables are arranged, for `StoreOptions`; the database need not exist.
  public func arrangements(of path: String) -> [String: FieldArrangement] {
    guard let stateFile, let database = Folder.realPath(of: path) else { return [:] }
    return ViewFile(path: stateFile).read().arrangements(of: database)
  }
}

/// When edits are written to the database.
public enum SaveMoment: String, Hashable, Sendable, CaseIterable {
  /// On a memory warning, on quitting, on suspending and on a terminating signal.
  case pressure
  /// On each Save; the other moments still write what could not be written then.
  case edit
}
