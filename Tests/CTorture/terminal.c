#ifdef __linux__
#define _GNU_SOURCE
#endif

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#ifdef __APPLE__
#include <util.h>
#else
#include <pty.h>
#endif

#include "SpawnOnTerminal.h"

pid_t spawn_on_terminal(
  const char *path, char *const arguments[], char *const environment[], int columns, int rows,
  int *descriptor) {
  struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
  pid_t process = forkpty(descriptor, 0, 0, &size);
  if (process == 0) {
    // A test's runner may keep signals from its children.
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, 0);
    // A shell ignores signals of what it starts in the background.
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    // Keys that come when the program has given the terminal back are neither echoed nor signals.
    struct termios modes;
    if (tcgetattr(0, &modes) == 0) {
      modes.c_lflag &= ~(tcflag_t)(ECHO | ISIG);
      tcsetattr(0, TCSANOW, &modes);
    }
    execve(path, arguments, environment);
    _exit(127);
  }
  if (process > 0) fcntl(*descriptor, F_SETFD, FD_CLOEXEC);
  return process;
}

int make_raw(int program) {
  struct termios modes;
  if (tcgetattr(program, &modes) != 0) return -1;
  cfmakeraw(&modes);
  return tcsetattr(program, TCSANOW, &modes);
}

int open_terminal(int *descriptor, int *program) {
  if (openpty(descriptor, program, 0, 0, 0) != 0) return -1;
  fcntl(*descriptor, F_SETFD, FD_CLOEXEC);
  fcntl(*program, F_SETFD, FD_CLOEXEC);
  return make_raw(*program);
}

int open_program_end(int descriptor) {
  const char *name = ptsname(descriptor);
  return name ? open(name, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC) : -1;
}

int resize_terminal(int descriptor, int columns, int rows) {
  struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
  return ioctl(descriptor, TIOCSWINSZ, &size);
}

int is_terminal_full(int descriptor) {
  int other = open_program_end(descriptor);
  if (other < 0) return -1;
  struct pollfd output = {.fd = other, .events = POLLOUT};
  int ready = poll(&output, 1, 0);
  close(other);
  return ready < 0 ? -1 : ready == 0;
}
