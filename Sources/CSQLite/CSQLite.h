/// SQLite, with what Swift cannot call or read of it.
#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>
#include <string.h>

/// Turns an option of a connection that is a switch on or off and answers a result code; see `sqlite3_db_config`, which
/// takes a variable number of arguments.
static inline int csqlite_switch(sqlite3 *database, int option, int is_on) {
  return sqlite3_db_config(database, option, is_on, (int *)0);
}

/// Extended result codes, which SQLite defines by expressions.
enum {
  CSQLITE_READONLY_RECOVERY = SQLITE_READONLY_RECOVERY,
  CSQLITE_READONLY_ROLLBACK = SQLITE_READONLY_ROLLBACK,
  CSQLITE_READONLY_CANTINIT = SQLITE_READONLY_CANTINIT,
  CSQLITE_READONLY_DBMOVED = SQLITE_READONLY_DBMOVED,
  CSQLITE_CONSTRAINT_FOREIGNKEY = SQLITE_CONSTRAINT_FOREIGNKEY,
  CSQLITE_IOERR_READ = SQLITE_IOERR_READ,
  CSQLITE_IOERR_WRITE = SQLITE_IOERR_WRITE,
};

/// Denies what a schema could reach out of its database by; see `sqlite3_set_authorizer`.
///
/// SQLite calls it while it compiles a statement, so it is C: a call of Swift for each column would cost more than the rest.
static inline int csqlite_authorize(
    void *context, int action, const char *first, const char *second, const char *database, const char *origin) {
  (void)context, (void)database, (void)origin;
  switch (action) {
  case SQLITE_FUNCTION:
    // Loads code into the process.
    if (second && !sqlite3_stricmp(second, "load_extension")) return SQLITE_DENY;
    // Takes an address of the process's memory for that of a tokenizer.
    if (second && !sqlite3_stricmp(second, "fts3_tokenizer")) return SQLITE_DENY;
    // What the command line tool defines, in case that a system's library has them, too.
    if (second && !sqlite3_stricmp(second, "readfile")) return SQLITE_DENY;
    if (second && !sqlite3_stricmp(second, "writefile")) return SQLITE_DENY;
    if (second && !sqlite3_stricmp(second, "edit")) return SQLITE_DENY;
    return SQLITE_OK;
  case SQLITE_PRAGMA:
    // The only one with side effects that a view can run, as a table.
    return first && !sqlite3_stricmp(first, "optimize") ? SQLITE_DENY : SQLITE_OK;
  case SQLITE_ATTACH:
    return SQLITE_DENY;
  default:
    return SQLITE_OK;
  }
}

/// Has a connection deny what a schema could reach out of its database by.
static inline int csqlite_defend(sqlite3 *database) {
  return sqlite3_set_authorizer(database, csqlite_authorize, (void *)0);
}

/// What SQLite reports each row by before it changes (c3ref/preupdate_blobwrite.html), which a library may be built without.
///
/// The header declares it only where a macro asks for it.
typedef void (*csqlite_preupdate)(
    void *context, sqlite3 *database, int operation, const char *name, const char *table, sqlite3_int64 old_rowid,
    sqlite3_int64 new_rowid);
extern void *sqlite3_preupdate_hook(sqlite3 *, csqlite_preupdate, void *) __attribute__((weak));
extern int sqlite3_preupdate_old(sqlite3 *, int, sqlite3_value **) __attribute__((weak));
extern int sqlite3_preupdate_new(sqlite3 *, int, sqlite3_value **) __attribute__((weak));
extern int sqlite3_preupdate_count(sqlite3 *) __attribute__((weak));
extern int sqlite3_preupdate_depth(sqlite3 *) __attribute__((weak));

/// SQLite has these only if it was compiled with SQLITE_ENABLE_COLUMN_METADATA.
extern const char *sqlite3_column_table_name(sqlite3_stmt *, int) __attribute__((weak));
extern const char *sqlite3_column_origin_name(sqlite3_stmt *, int) __attribute__((weak));

/// The table from which a column of a statement is taken unchanged; null if SQLite does not know.
static inline const char *csqlite_column_table(sqlite3_stmt *statement, int column) {
  return sqlite3_column_table_name ? sqlite3_column_table_name(statement, column) : 0;
}

/// The column of that table.
static inline const char *csqlite_column_origin(sqlite3_stmt *statement, int column) {
  return sqlite3_column_origin_name ? sqlite3_column_origin_name(statement, column) : 0;
}

/// Whether the library reports rows.
static inline int csqlite_has_preupdate(void) { return sqlite3_preupdate_hook != 0; }

#endif
