import MemoryPressure
import Screens

/// What the person chose on the command line or in the settings file.
public struct Settings: Sendable {
  /// When an edit reaches the database.
  public var saveOn: SaveMoment
  /// The bytes that hydrated records may hold before the least recently used ones are evicted.
  public var memoryBudget: Int
  /// The seconds after which a record that is still dirty is written back.
  public var writeAfter: Double

  /// Whether a database with several tables begins with the list of them.
  public var startsWithTables: Bool
  /// Where warnings of the system come from that memory is short.
  public var pressure: PressureSource

  /// Whether the list and a record are side by side; nil for what is remembered.
  public var isSplit: Bool?
  /// Whether the record beside the list follows the cursor, which hydrates it.
  public var followsCursor = true
  /// Whether the inspector is open from the start.
  public var opensInspector: Bool
  /// The file in which views are remembered, or nil if they are not.
  public var stateFile: String?
  /// Whether what is remembered of the views is left alone.
  public var startsFresh = false
  /// Whether the columns of the first list were chosen on the command line.
  public var hasColumns = false
  /// Whether texts that a field holds are suggested while one is typed.
  public var suggests = true
  /// The command that a text is edited with away from the screens, which may have arguments, or nil for what the
  /// environment says when it is needed.
  public var editor: String?

  /// How long a first look at a record waits, as it would for a slow server; none but the demonstration has looks wait.
  public var lookLatency = Duration.zero

  /// Whether copying always goes through the terminal.
  public var copiesThroughTerminal = false
  /// Whether the window's title says what is shown.
  public var showsWindowTitle = false
  /// Whether the mouse is used.
  public var reportsMouse = false
  /// Whether the screens are spoken in lines, instead of drawn.
  public var isPlain = false
  /// The file to which decisions and their reasons are written, or nil.
  public var logFile: String?
  /// The file to which statements, looks and warnings are written, or nil.
  public var traceFile: String?
  /// Which key does what.
  public var keys = KeyMap.standard
  /// What is said at the start of the settings themselves.
  public var greeting: Message?

  /// Makes settings; what is left out is as it is without options.
  public init(
    saveOn: SaveMoment = .pressure, memoryBudget: Int = 32 << 20, writeAfter: Double = 30,
    startsWithTables: Bool = true, editor: String? = nil, pressure: PressureSource = .off,
    isSplit: Bool? = nil, opensInspector: Bool = false, stateFile: String? = nil
  ) {
    self.saveOn = saveOn
    self.memoryBudget = memoryBudget
    self.writeAfter = writeAfter
    self.startsWithTables = startsWithTables
    self.editor = editor
    self.pressure = pressure
    self.isSplit = isSplit
    self.opensInspector = opensInspector
    self.stateFile = stateFile
  }
}
