import CSQLite

/// Protects against databases from untrusted sources: their contents are data, never commands.
enum Defence {
  /// Configures a new connection so that nothing in the file can reach beyond it, and turns foreign keys on.
  ///
  /// SQLite's own functions, full-text tables, R-trees and JSON stay available, because they do no harm whatever view, trigger,
  /// index or CHECK uses them. Loading code, memory addresses and opening other files stay off or are denied; only statements
  /// can call this program's own functions (see `SQLFunction`). None of this runs a statement, because compiling one takes
  /// longer than opening the database.
  static func apply(to pointer: OpaquePointer) {
    for (option, isOn) in switches { _ = csqlite_switch(pointer, option, isOn) }
    for (limit, value) in limits { sqlite3_limit(pointer, limit, value) }
    csqlite_defend(pointer)
    // If another program truncates a memory-mapped file, the process crashes.
    var size: Int64 = 0
    sqlite3_file_control(pointer, "main", SQLITE_FCNTL_MMAP_SIZE, &size)
    sqlite3_exec(pointer, "PRAGMA cell_size_check = ON", nil, nil, nil)
  }

  private static let switches: [(option: Int32, isOn: Int32)] = [
    (SQLITE_DBCONFIG_ENABLE_FKEY, 1),
    (SQLITE_DBCONFIG_DEFENSIVE, 1),
    // The triggers, views and indexes of real programs use JSON and full-text functions.
    (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 1),
    // They also use strings in double quotes, which this program's own statements never do (see `quoted`).
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
