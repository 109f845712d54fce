#include <fcntl.h>
#include <signal.h>
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
    signal(SIGHUP, SIG_DFL);
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

int resize_terminal(int descriptor, int columns, int rows) {
  struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
  return ioctl(descriptor, TIOCSWINSZ, &size);
}
