#include <sqlite3.h>

#include "FaultVFS.h"

static sqlite3_mem_methods real;

// Only the thread that laid the plan on is meant: the others would make the count another one in each run.
static _Thread_local long number;
static _Thread_local long count;
static _Thread_local long failures;
static _Thread_local int persistent;

static int fails(void) {
  if (number == 0) return 0;
  count++;
  if (count != number && !(persistent && count > number)) return 0;
  failures++;
  return 1;
}

static void *allocate(int size) { return fails() ? 0 : real.xMalloc(size); }

static void *reallocate(void *memory, int size) { return fails() ? 0 : real.xRealloc(memory, size); }

int fault_register_allocator(void) {
  int code = sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real);
  if (code != SQLITE_OK) return code;
  sqlite3_mem_methods mine = real;
  mine.xMalloc = allocate;
  mine.xRealloc = reallocate;
  return sqlite3_config(SQLITE_CONFIG_MALLOC, &mine);
}

void fault_begin_allocations(long first, int isPersistent) {
  count = 0;
  failures = 0;
  persistent = isPersistent;
  number = first;
}

long fault_end_allocations(void) {
  number = 0;
  return failures;
}
