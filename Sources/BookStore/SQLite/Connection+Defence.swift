import CSQLite
import GRDBSQLite

/// A database may come from anybody: what it says is data, never a command.
extension Connection {
  /// Configures a new connection so that nothing in the file reaches outside it, and turns foreign keys on.
  ///
  /// The measures are those of "Defense Against The Dark Arts" in SQLite's documentation, with room for the views and
  /// triggers that people really have. They cost no statement, as one takes longer to compile than the database to open.
  static func defend(_ pointer: OpaquePointer?) {
    for (option, isOn) in switches { _ = csqlite_switch(pointer, option, isOn) }
    for (limit, value) in limits { sqlite3_limit(pointer, limit, value) }
    // A file that is mapped and cut short by somebody else ends the process.
    var size: Int64 = 0
    sqlite3_file_control(pointer, "main", SQLITE_FCNTL_MMAP_SIZE, &size)
    sqlite3_exec(pointer, "PRAGMA cell_size_check = ON", nil, nil, nil)
  }

  private static let switches: [(option: Int32, isOn: Int32)] = [
    (SQLITE_DBCONFIG_ENABLE_FKEY, 1),
    // No writing to the schema's own pages or to the shadow tables of a virtual one.
    (SQLITE_DBCONFIG_DEFENSIVE, 1),
    // Views and triggers run no function and read no virtual table that could do harm.
    (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
    (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0),
    (SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0),
  ]

  private static let limits: [(limit: Int32, value: Int32)] = [
    (SQLITE_LIMIT_ATTACHED, 0),
    (SQLITE_LIMIT_EXPR_DEPTH, 200),
    (SQLITE_LIMIT_COMPOUND_SELECT, 100),
    (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1_000),
    (SQLITE_LIMIT_SQL_LENGTH, 1_000_000),
    (SQLITE_LIMIT_TRIGGER_DEPTH, 100),
    (SQLITE_LIMIT_WORKER_THREADS, 0),
  ]
}
