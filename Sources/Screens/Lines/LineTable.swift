/// The lines that a screen shows, as a table of texts.
public struct LineTable: Hashable, Sendable {
  /// The names of the columns.
  public let columns: [String]
  /// The texts of each line, as many as there are columns.
  public let rows: [[String]]
}
