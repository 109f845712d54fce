#ifdef __linux__
#define _GNU_SOURCE
#include <sys/mman.h>
#endif

#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// What is caught whatever its action is: the action of before takes its course afterwards.
static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS, SIGQUIT};
// What ends no process by default, beside what can never be caught.
static const int harmless[] = {
  SIGKILL, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU, SIGCONT, SIGCHLD, SIGURG, SIGWINCH,
#ifdef SIGINFO
  SIGINFO,
#endif
#ifdef __APPLE__
  SIGIO,
#endif
};

static struct sigaction old_actions[NSIG];
static bool is_caught[NSIG];
static bool installed;
static struct termios old_modes;
static bool have_modes;
static char restore[512];
static size_t restore_length;
static atomic_bool armed;
static atomic_bool crashing;
static atomic_bool awaits_answers;
static int captured = -1;
static int real_error = -1;
static _Alignas(16) char alternate_stack[64 * 1024];

void cnc_write_all(int descriptor, const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t written = write(descriptor, bytes, length);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    bytes += written;
    length -= (size_t)written;
  }
}

void cnc_make_room(int milliseconds) {
  struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
  if (poll(&output, 1, milliseconds) != 0) return;
  tcflow(STDOUT_FILENO, TCOON);
  tcflush(STDOUT_FILENO, TCOFLUSH);
}

void cnc_modes_save(void) { have_modes = tcgetattr(STDIN_FILENO, &old_modes) == 0; }

void cnc_modes_restore(void) {
  if (!have_modes) return;
  while (tcsetattr(STDIN_FILENO, TCSADRAIN, &old_modes) < 0 && errno == EINTR) {
  }
}

void cnc_modes_quieten(void) {
  struct termios modes;
  if (tcgetattr(STDIN_FILENO, &modes) != 0) return;
  modes.c_lflag &= ~(tcflag_t)(ECHO | ICANON);
  tcsetattr(STDIN_FILENO, TCSANOW, &modes);
}

void cnc_await_answers(bool is_awaited) { atomic_store(&awaits_answers, is_awaited); }

// Otherwise the terminal's answers would be typed into the shell.
static void drop_answers(void) {
  if (!atomic_load(&awaits_answers)) return;
  struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
  // They come in pieces; a hang-up is reported each time.
  for (int piece = 0; piece < 4 && poll(&input, 1, 50) > 0 && (input.revents & POLLIN); piece++) {
    tcflush(STDIN_FILENO, TCIFLUSH);
  }
}

static int open_capture(void) {
#ifdef __linux__
  return memfd_create("standard error", MFD_CLOEXEC);
#else
  char path[] = "/tmp/booklist.XXXXXX";
  int descriptor = mkstemp(path);
  if (descriptor >= 0) {
    unlink(path);
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  }
  return descriptor;
#endif
}

// Only a terminal needs it: what goes to a file does not scribble over the screen.
static void capture(void) {
  if (!isatty(STDERR_FILENO)) return;
  captured = open_capture();
  if (captured < 0) return;
  real_error = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (real_error >= 0 && dup2(captured, STDERR_FILENO) >= 0) return;
  close(captured);
  captured = -1;
}

// Called in a crash as well: nothing here but what a signal handler may call.
static void give_back(void) {
  if (captured < 0) return;
  dup2(real_error, STDERR_FILENO);
  lseek(captured, 0, SEEK_SET);
  char bytes[4096];
  ssize_t count;
  while ((count = read(captured, bytes, sizeof bytes)) > 0) {
    cnc_write_all(STDERR_FILENO, bytes, (size_t)count);
  }
  close(captured);
  close(real_error);
  captured = -1;
  real_error = -1;
}

void cnc_crash_arm(void) {
  if (atomic_exchange(&armed, true)) return;
  capture();
}

void cnc_crash_disarm(void) {
  if (atomic_exchange(&armed, false)) give_back();
}

static bool is_among(int number, const int *numbers, size_t size) {
  for (size_t i = 0; i < size / sizeof *numbers; i++) {
    if (numbers[i] == number) return true;
  }
  return false;
}

static bool is_crash(int number) { return is_among(number, crashes, sizeof crashes); }

static void handle(int number, siginfo_t *info, void *context) {
  (void)context;
  // A second thread that crashes waits for the first to end the process.
  while (atomic_exchange(&crashing, true)) pause();
  if (atomic_exchange(&armed, false)) {
    cnc_make_room(500);
    cnc_write_all(STDOUT_FILENO, restore, restore_length);
    drop_answers();
    cnc_modes_restore();
    give_back();
  }
  cnc_crash_restore();
  atomic_store(&crashing, false);
  // A fault comes again when this returns and then meets the old action; what was sent must be sent again.
  if (info->si_code <= 0 || !is_crash(number)) raise(number);
}

// Of the signals that are no crash those are left alone that somebody handles or ignores, and the system's own.
static bool is_to_be_caught(int number) {
  struct sigaction action;
  if (is_crash(number)) return true;
  if (is_among(number, harmless, sizeof harmless) || sigaction(number, NULL, &action) != 0) return false;
  return !(action.sa_flags & SA_SIGINFO) && action.sa_handler == SIG_DFL;
}

void cnc_crash_install(const char *restore_bytes, size_t length) {
  // A crash in between would write half of the old bytes.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  restore_length = length < sizeof restore ? length : sizeof restore;
  memcpy(restore, restore_bytes, restore_length);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (installed) return;
  // Of this thread alone; another one has its own stack, which does unless it overflowed.
  stack_t stack = {.ss_sp = alternate_stack, .ss_size = sizeof alternate_stack};
  sigaltstack(&stack, NULL);
  struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigfillset(&action.sa_mask);
  for (int number = 1; number < NSIG; number++) {
    if (is_to_be_caught(number)) is_caught[number] = sigaction(number, &action, &old_actions[number]) == 0;
  }
  installed = true;
}

void cnc_crash_restore(void) {
  if (!installed) return;
  for (int number = 1; number < NSIG; number++) {
    if (is_caught[number]) sigaction(number, &old_actions[number], NULL);
    is_caught[number] = false;
  }
  installed = false;
}
