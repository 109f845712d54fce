import Records

/// What another connection has done to the database.
extension BookStore {
  /// What `checkForOtherWriters()` found.
  public enum OtherWriting: Hashable, Sendable {
    /// Nothing.
    case nothing
    /// Rows may have changed.
    case rows
    /// Tables may have changed; they are as they were when the database was opened until it is opened anew.
    case schema
  }

  /// Looks whether another connection has written since the last call, and has rows and clean records read again then.
  ///
  /// Dirty records stay as they are. Clean ones that nobody holds are forgotten, and listings read their rows anew;
  /// whoever shows a row looks at it again, and finds its place by its key.
  ///
  /// - Complexity: Two statements that touch no table, and no wait for a lock: where there is one, the next call knows.
  public func checkForOtherWriters() -> OtherWriting {
    guard running == nil else { return .nothing }
    let (data, schema) = connection.withoutWaiting(options.busyTimeout) {
      (connection.dataVersion, connection.schemaVersion)
    }
    guard let data, let schema else { return .nothing }
    let seen = seenVersions
    seenVersions = (data, schema)
    guard data != seen.data else { return .nothing }
    _ = records.dehydrateClean()
    for listing in listings {
      listing.invalidate()
      if listing.latestQuery != nil { listing.isStale = true }
    }
    return seen.schema.map { $0 == schema } ?? true ? .rows : .schema
  }
}
