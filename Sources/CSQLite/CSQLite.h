/// What Swift cannot call of SQLite, since it takes a variable number of arguments.
#ifndef CSQLITE_H
#define CSQLITE_H

struct sqlite3;
int sqlite3_db_config(struct sqlite3 *database, int option, ...);

/// Turns an option of a connection that is a switch on or off and answers a result code; see `sqlite3_db_config`.
static inline int csqlite_switch(struct sqlite3 *database, int option, int is_on) {
  return sqlite3_db_config(database, option, is_on, (int *)0);
}

#endif
