import Records

extension EditLog {
  /// Gives up all that this session has not written.
  ///
  /// - Complexity: O(*n*) in the changes that are not written.
  func discardUnwritten() throws(StoreError) {
    guard let session else { return }
    // What has been written is noted by then.
    keeper.flush()
    try connection.statement(Self.discardUnwritten).run(binding: [.integer(session)])
    keeper.noteWrite()
  }

  private static let discardUnwritten = """
    UPDATE change SET state = \(LogCode.discarded)
    WHERE (SELECT session FROM step WHERE id = change.step) = ?1 AND (state = \(LogCode.pending)
      OR state = \(LogCode.byMark) AND id > (SELECT written FROM session WHERE id = ?1))
    """
}
