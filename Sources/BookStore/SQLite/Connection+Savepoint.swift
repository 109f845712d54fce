import CSQLite

extension Connection {
  /// Whether the database has a trigger, or a table that one may write to, which may fail, as its text says: what was done before that is not taken back by
  /// SQLite, not even the change that it stands against (lang_createtrigger.html, 6, and lang_conflict.html).
  var hasFailingTriggers: Bool {
    get throws(StoreError) {
      let sql = "SELECT 1 FROM main.sqlite_schema WHERE type IN ('trigger', 'table') AND sql LIKE '%fail%'"
      return try statement(sql).firstRow(binding: []) { _ in true } ?? false
    }
  }

  /// Whether the open transaction violates foreign keys that are looked at only when it ends, so that it cannot be committed.
  var hasOpenForeignKeys: Bool {
    var (count, highest): (Int32, Int32) = (0, 0)
    sqlite3_db_status(pointer, SQLITE_DBSTATUS_DEFERRED_FKS, &count, &highest, 0)
    return count > 0
  }

  /// Has triggers fire, or not; foreign keys act in any case.
  ///
  /// Statements are compiled anew where that changes.
  func setTriggers(areOn: Bool) { _ = csqlite_switch(pointer, SQLITE_DBCONFIG_ENABLE_TRIGGER, areOn ? 1 : 0) }

  /// Marks where the open transaction is, so that what comes next can be taken back alone.
  func setSavepoint() throws(StoreError) { try statement("SAVEPOINT row", for: .writeBack).run() }

  /// Forgets the mark.
  func releaseSavepoint() throws(StoreError) { try statement("RELEASE row", for: .writeBack).run() }

  /// Takes back what was done since the mark, and forgets it.
  func rollBackToSavepoint() throws(StoreError) {
    try statement("ROLLBACK TO row", for: .writeBack).run()
    try releaseSavepoint()
  }
}
