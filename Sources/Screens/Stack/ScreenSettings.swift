/// Settings of the person, and properties of the terminal and the database, that affect all screens.
public struct ScreenSettings: Sendable {
  /// The minimum width for the list and a record side by side.
  public static let splitColumns = Panes.splitColumns

  /// The key map.
  public var keys = KeyMap.standard
  /// Whether the database has other tables, whose rows may point to this one.
  public var hasSeveralTables = false
  /// Whether the terminal is known to support mouse reporting.
  public var canReportMouse = true
  /// Whether the terminal shows characters beyond ASCII; if not, the key Enter is shown as a word.
  public var isUnicode = true
  /// Whether the screens always show what hydration does, as beside the inspector: the meter, and marks for hydrated records.
  public var hasLongMeter = false
  /// Whether the record beside the list follows the selection when the cursor rests; otherwise it is the last opened one.
  public var followsCursor = true
}
