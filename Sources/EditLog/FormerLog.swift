/// The edit log that a database has left under its former path.
public struct FormerLog: Sendable {
  /// The path that the database had.
  public var database: String { file.database }
  /// How many fields are not saved, as far as the log knows; nil where it would take time to find out.
  public let unsavedCount: Int?
  package let file: EditLogFile

  /// Creates one from its parts.
  package init(unsavedCount: Int?, file: EditLogFile) {
    (self.unsavedCount, self.file) = (unsavedCount, file)
  }
}
