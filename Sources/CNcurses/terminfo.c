// What needs <term.h>, whose macros take names such as `columns` and `lines` from everybody else.
#include "internal.h"

#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <unistd.h>

const char cnc_paste_on[] = "\033[?2004h";
const char cnc_paste_off[] = "\033[?2004l";
const char cnc_input_off[] = "\033[?1002l\033[?1006l\033[?2031l\033[<u";
const char cnc_title_keep[] = "\033[22;2t";
const char cnc_title_restore[] = "\033[23;2t";

static const char *capability(const char *name) {
  const char *value = tigetstr((char *)name);
  return value == (char *)-1 ? NULL : value;
}

enum cnc_check_result cnc_check(void) {
  // Asked once more before the terminal is opened, which reads the description anew.
  static bool is_usable;
  if (is_usable) return cnc_check_usable;
  const char *name = getenv("TERM");
  if (name == NULL || *name == 0) return cnc_check_unset;
  int error = 0;
  if (setupterm(NULL, STDOUT_FILENO, &error) != OK) return cnc_check_unknown;
  is_usable = capability("cup") != NULL && capability("clear") != NULL;
  del_curterm(cur_term);
  return is_usable ? cnc_check_usable : cnc_check_no_full_screen;
}

const char *cnc_key_sequence(const char *name) { return capability(name); }

// Unknown private modes are ignored by what speaks ECMA-48; other terminals might show them.
bool cnc_speaks_ecma_48(void) {
  const char *move = capability("cup");
  return move != NULL && strncmp(move, "\033[", 2) == 0;
}

// Descriptions say it in several ways, and that of screen, which many use in tmux, does not say it at all.
bool cnc_understands_xterm(void) {
  if (!cnc_speaks_ecma_48()) return false;
  const char *title = capability("tsl");
  const char *name = getenv("TERM");
  return tigetflag("XT") > 0 || capability("Ms") != NULL || (title != NULL && strncmp(title, "\033]", 2) == 0) ||
    (name != NULL && strncmp(name, "screen", 6) == 0);
}

// MARK: What a crash writes

static char restore[512];
static size_t restore_length;

static int append(int byte) {
  if (restore_length < sizeof restore) restore[restore_length++] = (char)byte;
  return byte;
}

static void append_capability(const char *name) {
  const char *value = capability(name);
  if (value != NULL) tputs(value, 1, append);
}

// Where there is no second screen to go back from, the shell goes on below what is shown.
const char *cnc_restore_bytes(size_t *length) {
  restore_length = 0;
  if (cnc_speaks_ecma_48()) {
    for (const char *byte = cnc_paste_off; *byte; byte++) append(*byte);
  }
  // Where no title was kept, and neither the mouse nor the keys are reported otherwise, the terminal does nothing.
  if (cnc_understands_xterm()) {
    for (const char *byte = cnc_title_restore; *byte; byte++) append(*byte);
    for (const char *byte = cnc_input_off; *byte; byte++) append(*byte);
  }
  append_capability("sgr0");
  append_capability("op");
  append_capability("rmkx");
  append_capability("rmcup");
  append_capability("cnorm");
  if (capability("rmcup") == NULL) append('\n');
  append('\r');
  *length = restore_length;
  return restore;
}
