#define _GNU_SOURCE

#include "power.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __linux__
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#endif

#include "PowerTrace.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static power_call *calls;
static long count;
static long capacity;
static char *folder;

void power_begin(const char *path) {
  pthread_mutex_lock(&lock);
  for (long number = 0; number < count; number++) {
    free((void *)calls[number].name);
    free((void *)calls[number].bytes);
  }
  count = 0;
  folder = strdup(path);
  pthread_mutex_unlock(&lock);
}

void power_end(void) {
  pthread_mutex_lock(&lock);
  free(folder);
  folder = 0;
  pthread_mutex_unlock(&lock);
}

long power_count(void) {
  pthread_mutex_lock(&lock);
  long now = count;
  pthread_mutex_unlock(&lock);
  return now;
}

power_call power_at(long number) { return calls[number]; }

int power_is_synced(const char *suffix) {
  size_t length = strlen(suffix);
  int kind = POWER_SYNC;
  pthread_mutex_lock(&lock);
  for (long number = count - 1; number >= 0; number--) {
    size_t size = strlen(calls[number].name);
    if (size < length || strcmp(calls[number].name + size - length, suffix) != 0) continue;
    kind = calls[number].kind;
    break;
  }
  pthread_mutex_unlock(&lock);
  return kind != POWER_WRITE && kind != POWER_TRUNCATE;
}

void power_note(int kind, const char *name, long offset, long size, const void *bytes) {
  pthread_mutex_lock(&lock);
  if (folder && name && strncmp(name, folder, strlen(folder)) == 0) {
    if (count == capacity) {
      capacity = capacity ? 2 * capacity : 1024;
      calls = realloc(calls, (size_t)capacity * sizeof(power_call));
      if (!calls) abort();
    }
    void *copy = 0;
    if (bytes) {
      copy = malloc((size_t)size);
      if (!copy) abort();
      memcpy(copy, bytes, (size_t)size);
    }
    calls[count++] = (power_call){kind, strdup(name), offset, size, copy};
  }
  pthread_mutex_unlock(&lock);
}

void power_note_folder(const char *name) {
  const char *slash = name ? strrchr(name, '/') : 0;
  if (!slash) return;
  char *path = strndup(name, (size_t)(slash - name));
  power_note(POWER_SYNC_FOLDER, path, 0, 0, 0);
  free(path);
}

#ifdef __linux__
// The process's own calls come here first, and those of the libraries that it loads.
int fsync(int descriptor) {
  struct stat status;
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  if (fstat(descriptor, &status) == 0) {
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length > 0) {
      path[length] = 0;
      power_note(S_ISDIR(status.st_mode) ? POWER_SYNC_FOLDER : POWER_SYNC, path, 0, 0, 0);
    }
  }
  return (int)syscall(SYS_fsync, descriptor);
}
#endif
