#ifndef FAULT_VFS_H
#define FAULT_VFS_H

/// The calls to the system that are counted, and that can be made to fail.
enum {
  FAULT_OPEN = 1,
  FAULT_READ = 2,
  FAULT_WRITE = 4,
  FAULT_TRUNCATE = 8,
  FAULT_SYNC = 16,
  FAULT_DELETE = 32,
  FAULT_LOCK = 64,
  FAULT_SHARED_MEMORY = 128,
};

/// Which call fails, and how.
typedef struct {
  /// The number of the call from when the plan was laid on, 1 for the first; 0 for none.
  long number;
  /// The calls that count, of those above.
  unsigned calls;
  /// Whether all later calls fail, too.
  int isPersistent;
  /// Whether a write fails for want of room, and no other call does.
  int isFull;
  /// Whether a write that fails writes the first half of its bytes.
  int isTorn;
} fault_plan;

/// Makes a VFS that does what the default one does, and counts, the process's default one.
///
/// Nothing is given to the disk's care: a sync only counts. Must be called before a database is opened.
int fault_register(void);

/// Lays a plan on, for all threads, and begins to count.
void fault_begin(fault_plan plan);

/// Takes the plan away; answers how many calls have failed.
long fault_end(void);

/// Has the allocations of SQLite be counted; must be called before anything else of SQLite is.
int fault_register_allocator(void);

/// Has the calling thread's allocation of a number fail, 1 for the next one, and all later ones if asked to.
void fault_begin_allocations(long number, int isPersistent);

/// Has no allocation fail any more; answers how many have.
long fault_end_allocations(void);

#endif
