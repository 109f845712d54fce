/// The edit log that a database left under its former path.
public struct FormerLog: Sendable {
  /// The database's former path.
  public var database: String { file.database }
  /// How many fields are unsaved according to the log; nil if counting takes too long.
  public let unsavedCount: Int?
  package let file: EditLogFile

  package init(unsavedCount: Int?, file: EditLogFile) {
    (self.unsavedCount, self.file) = (unsavedCount, file)
  }
}
