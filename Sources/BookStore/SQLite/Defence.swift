import CSQLite

/// What keeps a database that may come from anybody from doing harm: what it says is data, never a command.
enum Defence {
  /// Configures a new connection so that nothing in the file reaches out of it, and turns foreign keys on.
  ///
  /// Whatever SQLite itself opens is opened: its own functions, full-text tables, R-trees and JSON do no harm, in whatever
  /// view, trigger, index or CHECK they are. What loads code, takes addresses of memory or opens other files stays off or is
  /// denied; our own functions can only be called by statements (see `SQLFunction`). The measures cost no statement, as one
  /// takes longer to compile than the database to open.
  static func apply(to pointer: OpaquePointer) {
    for (option, isOn) in switches { _ = csqlite_switch(pointer, option, isOn) }
    for (limit, value) in limits { sqlite3_limit(pointer, limit, value) }
    csqlite_defend(pointer)
    // A file that is mapped and cut short by somebody else ends the process.
    var size: Int64 = 0
    sqlite3_file_control(pointer, "main", SQLITE_FCNTL_MMAP_SIZE, &size)
    sqlite3_exec(pointer, "PRAGMA cell_size_check = ON", nil, nil, nil)
  }

  private static let switches: [(option: Int32, isOn: Int32)] = [
    (SQLITE_DBCONFIG_ENABLE_FKEY, 1),
    // No writing to the schema's own pages or to the shadow tables of a virtual one.
    (SQLITE_DBCONFIG_DEFENSIVE, 1),
    // The triggers, views and indexes of real programs call JSON and full-text functions.
    (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 1),
    // They write strings in double quotes, too, which our own statements never do (see `quoted`).
    (SQLITE_DBCONFIG_DQS_DDL, 1),
    (SQLITE_DBCONFIG_DQS_DML, 1),
    (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0),
    (SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0),
  ]

  private static let limits: [(limit: Int32, value: Int32)] = [
    (SQLITE_LIMIT_ATTACHED, 0),
    (SQLITE_LIMIT_WORKER_THREADS, 0),
  ]
}
