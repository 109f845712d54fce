/// Why a run could not go on; no finding.
enum TortureError: Error {
  /// A program could not be started.
  case notStarted(String, errno: Int32)
  /// There is no folder for the databases.
  case noFolder(String)
  /// What a child said is none of the words that it should say.
  case notUnderstood(String)
}
