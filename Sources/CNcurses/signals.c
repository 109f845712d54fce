#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct {
  int number;
  uint32_t bit;
  bool stays_ignored;
} table[] = {
  {SIGTERM, cnc_pending_terminate, true}, {SIGHUP, cnc_pending_hang_up, true},
  {SIGINT, cnc_pending_interrupt, true},  {SIGTSTP, cnc_pending_stop, true},
  {SIGCONT, cnc_pending_continue, false}, {SIGWINCH, cnc_pending_resize, false},
  {SIGUSR1, cnc_pending_user, false},
};
enum { table_count = sizeof table / sizeof table[0] };

static struct sigaction old_actions[table_count];
static bool installed;
static bool can_stop;
static int ends[2] = {-1, -1};
static atomic_uint pending;
static pthread_t owner;
static atomic_bool writing;
static atomic_bool is_impatient;

extern char **environ;

static const uint32_t terminating = cnc_pending_terminate | cnc_pending_hang_up | cnc_pending_interrupt;

// The bits are the truth, the byte in the pipe only wakes: so the pipe never fills and no signal gets lost in it.
static void make_pending(uint32_t bit) {
  if (atomic_fetch_or(&pending, bit) == 0) {
    int saved = errno;
    while (write(ends[1], "", 1) < 0 && errno == EINTR) {
    }
    errno = saved;
  }
}

// Runs on the thread that writes, for the signal is what ends its wait.
static void give_up_output(int number) {
  int saved = errno;
  if (!pthread_equal(pthread_self(), owner)) pthread_kill(owner, number);
  else if (atomic_load(&writing)) cnc_make_room(0);
  errno = saved;
}

static void set_patience(int first, int next) {
  struct itimerval timer = {.it_value = {.tv_usec = first}, .it_interval = {.tv_usec = next}};
  setitimer(ITIMER_REAL, &timer, NULL);
}

// Whoever ends the program does not wait until somebody reads what it draws.
static void limit_patience(void) {
  if (atomic_exchange(&is_impatient, true)) return;
  struct sigaction action = {.sa_handler = give_up_output, .sa_flags = SA_RESTART};
  sigfillset(&action.sa_mask);
  sigaction(SIGALRM, &action, NULL);
  set_patience(500000, 100000);
}

void cnc_begin_writing(void) { atomic_store(&writing, true); }

void cnc_end_writing(void) { atomic_store(&writing, false); }

static void handle(int number) {
  for (int i = 0; i < table_count; i++) {
    if (table[i].number == number) {
      // Going on takes back a stop that nobody has answered yet, as it does in the kernel.
      if (number == SIGCONT) atomic_fetch_and(&pending, ~(uint32_t)cnc_pending_stop);
      make_pending(table[i].bit);
      if (table[i].bit & terminating) limit_patience();
    }
  }
}

static bool prepare(int descriptor) {
  return fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
    && fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0;
}

static bool open_pipe(void) {
  if (ends[0] >= 0) return true;
  return pipe(ends) == 0 && prepare(ends[0]) && prepare(ends[1]);
}

static void set_handler(int number, void (*handler)(int), struct sigaction *old) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, old);
}

bool cnc_signals_install(void) {
  if (installed) return true;
  if (!open_pipe()) return false;
  can_stop = true;
  owner = pthread_self();
  atomic_store(&is_impatient, false);
  for (int i = 0; i < table_count; i++) {
    set_handler(table[i].number, handle, &old_actions[i]);
    if (table[i].stays_ignored && old_actions[i].sa_handler == SIG_IGN) {
      sigaction(table[i].number, &old_actions[i], NULL);
      if (table[i].number == SIGTSTP) can_stop = false;
    }
  }
  installed = true;
  return true;
}

void cnc_signals_restore(void) {
  if (!installed) return;
  if (atomic_load(&is_impatient)) set_patience(0, 0);
  for (int i = 0; i < table_count; i++) sigaction(table[i].number, &old_actions[i], NULL);
  installed = false;
}

int cnc_pending_descriptor(void) { return ends[0]; }

uint32_t cnc_peek_pending(void) { return atomic_load(&pending); }

// The pipe is emptied first: a bit that is set in between is then taken too, at worst with a byte left over.
uint32_t cnc_take_pending(void) {
  char bytes[16];
  while (read(ends[0], bytes, sizeof bytes) > 0) {
  }
  return atomic_exchange(&pending, 0);
}

void cnc_wake(void) {
  if (ends[1] >= 0) make_pending(cnc_pending_wake);
}

// The kernel may stop another thread of the process first, so that this one runs on for a moment.
static void wait_for_continue(void) {
  for (int tries = 0; tries < 20; tries++) {
    if (atomic_load(&pending) & cnc_pending_continue) return;
    poll(NULL, 0, 5);
  }
}

void cnc_stop_job(void) {
  if (!can_stop) return;
  atomic_fetch_and(&pending, ~(uint32_t)(cnc_pending_continue | cnc_pending_stop));
  set_handler(SIGTSTP, SIG_DFL, NULL);
  kill(0, SIGTSTP);
  wait_for_continue();
  set_handler(SIGTSTP, handle, NULL);
}

static bool was_ignored(int number) {
  for (int i = 0; i < table_count; i++) {
    if (table[i].number == number) return table[i].stays_ignored && old_actions[i].sa_handler == SIG_IGN;
  }
  return false;
}

static void set_restarting(int number, bool restarts) {
  struct sigaction action;
  sigaction(number, NULL, &action);
  action.sa_flags = restarts ? action.sa_flags | SA_RESTART : action.sa_flags & ~SA_RESTART;
  sigaction(number, &action, NULL);
}

static int spawn(char *const *arguments, pid_t *process) {
  posix_spawnattr_t attributes;
  int error = posix_spawnattr_init(&attributes);
  if (error != 0) return error;
  sigset_t signals;
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(&attributes, &signals);
  // What is caught here is the default there anyway.
  if (!was_ignored(SIGINT)) sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGQUIT);
  sigaddset(&signals, SIGPIPE);
  sigaddset(&signals, SIGXFSZ);
  sigaddset(&signals, SIGUSR1);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  error = posix_spawn(process, arguments[0], NULL, &attributes, arguments, environ);
  posix_spawnattr_destroy(&attributes);
  return error;
}

// Waits for a second at most.
static bool has_ended(pid_t process, int *status) {
  for (int tries = 0; tries < 100; tries++) {
    if (waitpid(process, status, WNOHANG) == process) return true;
    poll(NULL, 0, 10);
  }
  return false;
}

// Asks a program to end, and sees to it where it does not.
static void end(pid_t process, int *status) {
  static const int numbers[] = {SIGHUP, SIGTERM};
  for (int i = 0; i < 2; i++) {
    kill(process, numbers[i]);
    kill(process, SIGCONT);
    if (has_ended(process, status)) return;
  }
  kill(process, SIGKILL);
  while (waitpid(process, status, 0) < 0 && errno == EINTR) {
  }
}

// A signal that ends the process ends the program, too. One that comes just before a blocking wait would not interrupt it, so
// this wait polls, at an interval that nobody notices.
static void wait_for(pid_t process, int *status) {
  while (true) {
    pid_t ended = waitpid(process, status, WNOHANG);
    if (ended == process || (ended < 0 && errno != EINTR)) return;
    if (atomic_load(&pending) & terminating) return end(process, status);
    poll(NULL, 0, 20);
  }
}

int cnc_run(char *const *arguments, int *status) {
  struct sigaction actions[3];
  static const int numbers[] = {SIGINT, SIGQUIT, SIGTSTP};
  for (int i = 0; i < 3; i++) set_handler(numbers[i], i < 2 ? SIG_IGN : SIG_DFL, &actions[i]);
  if (!can_stop) sigaction(SIGTSTP, &actions[2], NULL);
  set_restarting(SIGTERM, false);
  set_restarting(SIGHUP, false);
  pid_t process = 0;
  int error = spawn(arguments, &process);
  if (error == 0) wait_for(process, status);
  set_restarting(SIGTERM, true);
  set_restarting(SIGHUP, true);
  for (int i = 0; i < 3; i++) sigaction(numbers[i], &actions[i], NULL);
  return error;
}

bool cnc_wait_for_foreground(void) {
  for (;;) {
    pid_t foreground = tcgetpgrp(STDIN_FILENO);
    if (foreground < 0 || foreground == getpgrp()) return true;
    if (atomic_load(&pending) & terminating) return false;
    atomic_fetch_and(&pending, ~(uint32_t)cnc_pending_continue);
    kill(0, SIGTTOU);
    wait_for_continue();
    // Nobody continued it: the group is an orphan that the kernel does not stop, and has no terminal to wait for.
    if (!(atomic_load(&pending) & cnc_pending_continue)) return false;
  }
}

_Noreturn void cnc_die(int number) {
  set_handler(number, SIG_DFL, NULL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  raise(number);
  _exit(128 + number);
}
