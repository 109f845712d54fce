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

// Known before the screen is opened.
static bool answers_modes;

// Terminal.app knows no intermediate bytes: it prints the last one of the question.
static bool is_apple_terminal(void) {
  const char *name = getenv("TERM_PROGRAM");
  return name != NULL && strcmp(name, "Apple_Terminal") == 0;
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
  answers_modes = cnc_understands_xterm() && !is_apple_terminal();
  del_curterm(cur_term);
  return is_usable ? cnc_check_usable : cnc_check_no_full_screen;
}

bool cnc_answers_modes(void) { return answers_modes; }

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

// MARK: What is left as it was

// What newer versions of ncurses read of a description is a copy of their own.
#if defined(NCURSES_VERSION_PATCH) && NCURSES_VERSION_PATCH + 0 >= 20180127
static void shorten(const char *name, const char *part) {
  char *value = (char *)capability(name);
  if (value != NULL && strstr(value, part) != NULL) memmove(value, part, strlen(part) + 1);
}
#else
static void shorten(const char *name, const char *part) {
  (void)name;
  (void)part;
}
#endif

void cnc_keep_looks(void) {
  // Descriptions also choose how the cursor looks.
  shorten("cnorm", "\033[?25h");
  shorten("civis", "\033[?25l");
  // No colour is defined anew, so none is reset.
  shorten("oc", "");
}

// Other answers than these need nothing: the mode is as a shell has it.
static struct {
  int number;
  bool is_reset;
  const char *bytes;
  bool is_found;
} modes[] = {
  {1049, false, "\033[?1049h", false}, {1, false, "\033[?1h\033=", false}, {25, true, "\033[?25l", false},
  {1000, false, "\033[?1000h", false}, {1002, false, "\033[?1002h", false}, {1003, false, "\033[?1003h", false},
  {1006, false, "\033[?1006h", false}, {2004, false, "\033[?2004h", false}, {2031, false, "\033[?2031h", false},
};
enum { mode_count = sizeof modes / sizeof modes[0] };

// A terminal that takes the end of a question for text shows it where the cursor was.
const char cnc_mode_questions[] =
  "\0337\033[?1049$p\033[?1$p\033[?25$p\033[?1000$p\033[?1002$p\033[?1003$p\033[?1006$p\033[?2004$p\0338\033[K";

bool cnc_note_mode(int number, bool is_set) {
  for (int i = 0; i < mode_count; i++) {
    if (modes[i].number != number || modes[i].is_reset == is_set || modes[i].is_found) continue;
    modes[i].is_found = true;
    return true;
  }
  return false;
}

void cnc_forget_modes(void) {
  for (int i = 0; i < mode_count; i++) modes[i].is_found = false;
}

void cnc_write_modes(void) {
  for (int i = 0; i < mode_count; i++) {
    if (modes[i].is_found) cnc_write_all(STDOUT_FILENO, modes[i].bytes, strlen(modes[i].bytes));
  }
}

// MARK: What a crash writes

static char restore[512];
static size_t restore_length;

static int append(int byte) {
  if (restore_length < sizeof restore) restore[restore_length++] = (char)byte;
  return byte;
}

static void append_text(const char *text) {
  for (const char *byte = text; *byte; byte++) append(*byte);
}

static void append_capability(const char *name) {
  const char *value = capability(name);
  if (value != NULL) tputs(value, 1, append);
}

// Where there is no second screen to go back from, the shell goes on below what is shown.
const char *cnc_restore_bytes(size_t *length) {
  restore_length = 0;
  if (cnc_speaks_ecma_48()) append_text(cnc_paste_off);
  // Where no title was kept, and neither the mouse nor the keys are reported otherwise, the terminal does nothing.
  if (cnc_understands_xterm()) {
    append_text(cnc_title_restore);
    append_text(cnc_input_off);
  }
  append_capability("sgr0");
  append_capability("op");
  append_capability("rmkx");
  append_capability("rmcup");
  append_capability("cnorm");
  if (capability("rmcup") == NULL) append('\n');
  append('\r');
  for (int i = 0; i < mode_count; i++) {
    if (modes[i].is_found) append_text(modes[i].bytes);
  }
  *length = restore_length;
  return restore;
}
