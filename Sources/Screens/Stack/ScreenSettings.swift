/// Settings of the person, and properties of the terminal and the database, that affect all screens.
public struct ScreenSettings: Sendable {
  /// The fewest columns for the list and a record side by side.
  public static let splitColumns = Panes.splitColumns

  /// Which key does what.
  public var keys = KeyMap.standard
  /// Whether the database has other tables, whose rows may point to this one.
  public var hasSeveralTables = false
  /// Whether the terminal is known to support mouse reporting.
  public var canReportMouse = true
  /// Whether the terminal shows characters beyond ASCII; if not, the key Enter is shown as a word.
  public var isUnicode = true
  /// Whether the meter is always spelled out.
  public var hasLongMeter = false
  /// Whether the record beside the list follows the selection when the cursor rests, or is only one that was opened.
  public var followsCursor = true
}
