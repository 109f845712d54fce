import Records

/// What goes while memory is only somewhat short.
extension BookStore {
  /// Lets go of the least recently used records until half of the bytes that are held are free.
  ///
  /// Dirty ones among them are written back first, as for the budget; where they are many that goes on in the
  /// background, and the answer is about what went at once. While another write-back is being done, that lets go of
  /// what it writes.
  ///
  /// - Parameter shown: Records that stay.
  /// - Returns: What was written and let go, or why it could not be.
  public func dehydrateHalf(keeping shown: Set<RecordID>) -> Dehydration {
    let before = counts
    if running?.release == .nothing { running?.release = .written }
    let reason = running == nil ? release(downTo: before.byteCount / 2, keeping: shown) : nil
    releaseMemory()
    let after = counts
    return Dehydration(
      writeBack: WriteBackResult(writtenCount: before.dirty - after.dirty, error: reason),
      recordCount: before.hydrated - after.hydrated, freedByteCount: before.byteCount - after.byteCount)
  }
}
