#include <sqlite3.h>
#include <stdatomic.h>
#include <string.h>

#include "FaultVFS.h"
#include "PowerTrace.h"
#include "power.h"

// The plan is changed only while no other thread uses a database, or while it does not matter which one it sees.
static fault_plan plan;
static atomic_long count;
static atomic_long failures;

static sqlite3_vfs *real;
static sqlite3_vfs mine;

typedef struct {
  sqlite3_file file;
  sqlite3_file *real;
  const char *name;
  // Whether the first sync of the file brings its name onto the disk, too, as unixSync does for logs and journals.
  int syncsFolder;
} fault_file;

static sqlite3_file *inner(sqlite3_file *file) { return ((fault_file *)file)->real; }

static int fails(unsigned call) {
  if (plan.number == 0 || !(plan.calls & call)) return 0;
  long now = atomic_fetch_add(&count, 1) + 1;
  if (now != plan.number && !(plan.isPersistent && now > plan.number)) return 0;
  atomic_fetch_add(&failures, 1);
  return 1;
}

static int close_file(sqlite3_file *file) { return inner(file)->pMethods->xClose(inner(file)); }

static int read_file(sqlite3_file *file, void *bytes, int size, sqlite3_int64 offset) {
  if (fails(FAULT_READ)) return SQLITE_IOERR_READ;
  return inner(file)->pMethods->xRead(inner(file), bytes, size, offset);
}

static int write_file(sqlite3_file *file, const void *bytes, int size, sqlite3_int64 offset) {
  if (fails(FAULT_WRITE)) {
    if (plan.isTorn) inner(file)->pMethods->xWrite(inner(file), bytes, size / 2, offset);
    return plan.isFull ? SQLITE_FULL : SQLITE_IOERR_WRITE;
  }
  power_note(POWER_WRITE, ((fault_file *)file)->name, offset, size, bytes);
  return inner(file)->pMethods->xWrite(inner(file), bytes, size, offset);
}

static int truncate_file(sqlite3_file *file, sqlite3_int64 size) {
  if (fails(FAULT_TRUNCATE)) return SQLITE_IOERR_TRUNCATE;
  power_note(POWER_TRUNCATE, ((fault_file *)file)->name, size, 0, 0);
  return inner(file)->pMethods->xTruncate(inner(file), size);
}

static int sync_file(sqlite3_file *file, int flags) {
  (void)flags;
  if (fails(FAULT_SYNC)) return SQLITE_IOERR_FSYNC;
  fault_file *synced = (fault_file *)file;
  power_note(POWER_SYNC, synced->name, 0, 0, 0);
  if (synced->syncsFolder) power_note_folder(synced->name);
  synced->syncsFolder = 0;
  return SQLITE_OK;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
  return inner(file)->pMethods->xFileSize(inner(file), size);
}

static int lock_file(sqlite3_file *file, int level) {
  if (fails(FAULT_LOCK)) return SQLITE_IOERR_LOCK;
  return inner(file)->pMethods->xLock(inner(file), level);
}

static int unlock_file(sqlite3_file *file, int level) {
  return inner(file)->pMethods->xUnlock(inner(file), level);
}

static int check_reserved(sqlite3_file *file, int *result) {
  return inner(file)->pMethods->xCheckReservedLock(inner(file), result);
}

static int control(sqlite3_file *file, int operation, void *argument) {
  return inner(file)->pMethods->xFileControl(inner(file), operation, argument);
}

static int sector_size(sqlite3_file *file) { return inner(file)->pMethods->xSectorSize(inner(file)); }

static int characteristics(sqlite3_file *file) {
  return inner(file)->pMethods->xDeviceCharacteristics(inner(file));
}

static int map_shared(sqlite3_file *file, int region, int size, int extends, void volatile **memory) {
  if (fails(FAULT_SHARED_MEMORY)) return SQLITE_IOERR_SHMMAP;
  return inner(file)->pMethods->xShmMap(inner(file), region, size, extends, memory);
}

static int lock_shared(sqlite3_file *file, int offset, int size, int flags) {
  return inner(file)->pMethods->xShmLock(inner(file), offset, size, flags);
}

static void barrier(sqlite3_file *file) { inner(file)->pMethods->xShmBarrier(inner(file)); }

static int unmap_shared(sqlite3_file *file, int deletes) {
  return inner(file)->pMethods->xShmUnmap(inner(file), deletes);
}

// Mapping the file itself would pass the reads by, so the methods end with version 2.
static const sqlite3_io_methods methods = {
  2, close_file, read_file, write_file, truncate_file, sync_file, file_size, lock_file, unlock_file,
  check_reserved, control, sector_size, characteristics, map_shared, lock_shared, barrier, unmap_shared, 0, 0,
};
static sqlite3_io_methods methods_without_shared_memory;

static int open_file(
  sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *result) {
  (void)vfs;
  fault_file *opened = (fault_file *)file;
  memset(opened, 0, sizeof(fault_file));
  if (fails(FAULT_OPEN)) return SQLITE_CANTOPEN;
  opened->real = (sqlite3_file *)(opened + 1);
  opened->name = name;
  opened->syncsFolder =
    (flags & SQLITE_OPEN_CREATE) && (flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL | SQLITE_OPEN_WAL));
  int isNew = 0;
  if (name && (flags & SQLITE_OPEN_CREATE)) real->xAccess(real, name, SQLITE_ACCESS_EXISTS, &isNew), isNew = !isNew;
  int code = real->xOpen(real, name, opened->real, flags, result);
  if (code == SQLITE_OK && isNew) power_note(POWER_CREATE, name, 0, 0, 0);
  if (opened->real->pMethods) {
    file->pMethods = opened->real->pMethods->iVersion < 2 ? &methods_without_shared_memory : &methods;
  }
  return code;
}

static int delete_file(sqlite3_vfs *vfs, const char *name, int syncs) {
  (void)vfs;
  if (fails(FAULT_DELETE)) return SQLITE_IOERR_DELETE;
  power_note(POWER_DELETE, name, 0, 0, 0);
  if (syncs) power_note_folder(name);
  return real->xDelete(real, name, 0);
}

int fault_register(void) {
  real = sqlite3_vfs_find(0);
  if (!real) return SQLITE_ERROR;
  methods_without_shared_memory = methods;
  methods_without_shared_memory.iVersion = 1;
  // What is not about a file's content needs nothing but the methods of the default one.
  mine = *real;
  mine.pNext = 0;
  mine.zName = "fault";
  mine.szOsFile = (int)sizeof(fault_file) + real->szOsFile;
  mine.xOpen = open_file;
  mine.xDelete = delete_file;
  return sqlite3_vfs_register(&mine, 1);
}

void fault_begin(fault_plan next) {
  plan.number = 0;
  atomic_store(&count, 0);
  atomic_store(&failures, 0);
  plan = next;
}

long fault_end(void) {
  plan.number = 0;
  return atomic_load(&failures);
}
