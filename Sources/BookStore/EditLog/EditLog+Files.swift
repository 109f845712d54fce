import Records

/// Which file each session was of.
extension EditLog {
  /// Whether a session is known to have been of another file than the one that is at the path now.
  func isOfOtherFile(_ session: Int64) -> Bool { otherFileSessions?.contains(session) ?? false }

  /// What a query goes on with that is only about sessions of the file that is there, by the column that names them.
  func isOfThisFile(_ column: String) -> String {
    guard let others = otherFileSessions, !others.isEmpty else { return "" }
    return " AND \(column) NOT IN (\(others.sorted().map(String.init).joined(separator: ", ")))"
  }

  /// Begins to compare what the sessions of a file have changed with the rows that are there, or those of all other files.
  func startComparing(with identity: FileIdentity?, isSame: Bool) throws(StoreError) -> FileComparison {
    let comparison = FileComparison()
    guard let identity else { return comparison }
    (comparison.identity, comparison.isSame) = (identity, isSame)
    let sql = "SELECT s.id, s.device, s.inode FROM session s WHERE \(Self.isFile(1))"
    try connection.statement(sql).forEachRow(binding: comparison.fileValues) {
      comparison.suspects[$0.integer(at: 0)] = FileIdentity(
        device: $0.integer(at: 1), inode: $0.integer(at: 2))
    }
    if let session { comparison.suspects[session] = nil }
    return comparison
  }

  /// Reads the next steps of the sessions; false where there are none.
  func readSteps(_ comparison: FileComparison) throws(StoreError) -> Bool {
    var steps: [(id: Int64, session: Int64)] = []
    let values =
      comparison.fileValues + [.integer(comparison.lastStep), .integer(Int64(FileComparison.stepCount))]
    try connection.statement(Self.stepsOfFile).forEachRow(binding: values) {
      steps.append(($0.integer(at: 0), $0.integer(at: 1)))
    }
    comparison.lastStep = steps.last?.id ?? comparison.lastStep
    comparison.steps = steps.reversed()
    return !steps.isEmpty
  }

  /// The numbers of the next changes of a step, without regard to what became of them.
  func changes(of step: Int64, after number: Int64, count: Int) throws(StoreError) -> [Int64] {
    var numbers: [Int64] = []
    try connection.statement("SELECT id FROM change WHERE step = ? AND id > ? ORDER BY id LIMIT ?")
      .forEachRow(
        binding: [.integer(step), .integer(number), .integer(Int64(count))]
      ) { numbers.append($0.integer(at: 0)) }
    return numbers
  }

  private static let stepsOfFile = """
    SELECT t.id, t.session FROM step t CROSS JOIN session s ON s.id = t.session
    WHERE t.id > ?4 AND t.undone <> \(LogCode.dropped) AND \(isFile(1)) ORDER BY t.id LIMIT ?5
    """

  /// Whether the session `s` is of a file, or is not, by the numbers of the parameters for device, inode and which of it.
  private static func isFile(_ first: Int) -> String {
    """
    s.device IS NOT NULL AND s.inode IS NOT NULL
      AND (s.device = ?\(first) AND s.inode = ?\(first + 1)) = ?\(first + 2)
    """
  }
}

extension FileComparison {
  /// The device and the inode of the file, and whether it is about it.
  fileprivate var fileValues: [Value] {
    [.integer(identity?.device ?? 0), .integer(identity?.inode ?? 0), .integer(isSame ? 1 : 0)]
  }
}
