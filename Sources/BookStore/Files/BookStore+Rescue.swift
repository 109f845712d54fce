import Records

/// The way out where the database's file was moved, replaced or removed.
extension BookStore {
  /// Writes the database as it was opened to a file of its own, with all that was set here since and is not written.
  ///
  /// The edits stay dirty, and in the edit log: they are written, too, once the file is back.
  ///
  /// - Parameter path: Where the copy is to be; nothing is replaced.
  /// - Complexity: O(*n*) in the database's size.
  /// - Throws: What `Backup` throws, or why the edits cannot be written; then there is no copy.
  public func rescue(to path: String) throws(StoreError) {
    try Backup(of: connection).run(to: path) { _ in
    } finish: { path throws(StoreError) in
      try writeUnwritten(to: try BookStore(path: path))
    }
  }

  private func writeUnwritten(to copy: BookStore) throws(StoreError) {
    for record in records.dirty {
      let table = try schema(of: record.id.table).table
      guard let entry = copy.tables.first(where: { $0.name == table }) else { continue }
      let id = RecordID(record.id.key, in: entry.id)
      for original in record.originals {
        guard let value = record.value(at: original.index) else { continue }
        try copy.set(value, at: original.index, of: id)
      }
    }
    if let reason = copy.writeBack().reason { throw reason }
    copy.close()
  }
}
