#ifndef POWER_TRACE_H
#define POWER_TRACE_H

/// What the disk is asked for.
enum {
  /// A file gets a name in its folder.
  POWER_CREATE,
  /// A name goes.
  POWER_DELETE,
  POWER_WRITE,
  /// The file's size is set to the offset.
  POWER_TRUNCATE,
  /// The file's content is on the disk when the call returns.
  POWER_SYNC,
  /// So are the names in a folder.
  POWER_SYNC_FOLDER,
};

/// A call, with what belongs to it.
typedef struct {
  int kind;
  /// The path of the file or the folder.
  const char *name;
  long offset;
  long size;
  const unsigned char *bytes;
} power_call;

/// Forgets all calls and takes down those that concern files in a folder from now on, of all threads.
///
/// They are those that SQLite makes by the VFS of `fault_register`, and what the process itself syncs.
void power_begin(const char *folder);

/// Takes nothing down any more.
void power_end(void);

/// How many calls were taken down.
long power_count(void);

/// One of them, from 0; it is there until the next beginning.
power_call power_at(long number);

/// Whether nothing was written to the files with this suffix since they were last synced.
int power_is_synced(const char *suffix);

#endif
