#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "internal.h"

#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

// Pairs beyond a short came with ncurses 6.1.
#if defined(NCURSES_EXT_COLORS) && NCURSES_EXT_COLORS + 0 && defined(NCURSES_VERSION_PATCH) && \
  NCURSES_VERSION_PATCH + 0 >= 20180127
#define EXTENDED_PAIRS 1
#else
#define EXTENDED_PAIRS 0
#endif

static SCREEN *screen;
static bool up;
static bool is_unicode;
static bool pastes;
static bool colored;
static bool cursor_shown;
static bool title_kept;
static bool synchronized;

// Takes the locale that a package has brought along, in share/ beside the program's bin/.
//
// A statically linked program cannot read the locales of another C library, or of another version of its own.
static void take_own_locale(void) {
#ifdef __linux__
  char folder[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", folder, sizeof folder - 1);
  if (length <= 0) return;
  folder[length] = 0;
  for (int i = 0; i < 2; i++) {
    char *slash = strrchr(folder, '/');
    if (slash == NULL) return;
    *slash = 0;
  }
  static const char own[] = "/share/booklist/locale";
  if (strlen(folder) + sizeof own > sizeof folder) return;
  strcat(folder, own);
  const char *given = getenv("LOCPATH");
  char *before = given == NULL ? NULL : strdup(given);
  setenv("LOCPATH", folder, 1);
  setlocale(LC_CTYPE, "C.utf8");
  if (before == NULL) unsetenv("LOCPATH"); else setenv("LOCPATH", before, 1);
  free(before);
#endif
}

bool cnc_take_locale(void) {
  // What the other categories rule is not used, and each of them is a file to read.
  // In a container, or over SSH, LANG often names a locale that is not installed; almost every terminal is UTF-8.
  static const char *const names[] = {"", "C.UTF-8", "C.utf8", "en_US.UTF-8", "UTF-8"};
  bool found = false;
  for (size_t i = 0; i < sizeof names / sizeof names[0] && !found; i++) found = setlocale(LC_CTYPE, names[i]) != NULL;
  if (!found) take_own_locale();
  is_unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
  return is_unicode;
}

// MARK: Opening and closing

static void set_modes(void) {
  raw();
  noecho();
  nonl();
  keypad(stdscr, TRUE);
  intrflush(stdscr, FALSE);
  leaveok(stdscr, FALSE);
  scrollok(stdscr, FALSE);
  // Keys are read elsewhere; a paint is never cut short because one waits.
  typeahead(-1);
}

static void set_colors(void) {
  const char *unwanted = getenv("NO_COLOR");
  colored = false;
  if ((unwanted != NULL && *unwanted != 0) || !has_colors()) return;
  start_color();
  use_default_colors();
  colored = COLORS >= 8;
}

bool cnc_has_colors(void) { return colored; }

int cnc_colors(void) {
  if (!colored) return 0;
  return COLORS > 256 && tigetflag("RGB") > 0 ? 1 << 24 : COLORS > 256 ? 256 : COLORS;
}

int cnc_pairs(void) {
  if (!colored) return 0;
  return EXTENDED_PAIRS || COLOR_PAIRS < SHRT_MAX ? COLOR_PAIRS : SHRT_MAX;
}

void cnc_define_pair(int pair, int foreground, int background) {
#if EXTENDED_PAIRS
  init_extended_pair(pair, foreground, background);
#else
  init_pair((short)pair, (short)foreground, (short)background);
#endif
}

// ncurses counts in shorts, and every cell takes memory; nobody sees more of them at a time than this.
enum { most_columns = 4096, most_rows = 2048 };

static bool read_size(struct winsize *size) {
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, size) == 0 && size->ws_col > 0 && size->ws_row > 0;
}

// Returns whether the size was too large.
static bool cut(struct winsize *size) {
  bool fits = size->ws_col <= most_columns && size->ws_row <= most_rows;
  if (size->ws_col > most_columns) size->ws_col = most_columns;
  if (size->ws_row > most_rows) size->ws_row = most_rows;
  return !fits;
}

static void install_restoration(void) {
  size_t length;
  const char *bytes = cnc_restore_bytes(&length);
  cnc_crash_install(bytes, length);
}

void cnc_found_mode(int number, bool is_set) {
  if (screen != NULL && cnc_note_mode(number, is_set)) install_restoration();
}

bool cnc_open(void) {
  if (!cnc_signals_install()) return false;
  cnc_modes_save();
  // Otherwise ncurses asks for the size by itself, and takes it as it is.
  struct winsize size;
  if (read_size(&size) && cut(&size)) use_env(FALSE);
  if (cnc_answers_modes()) {
    cnc_modes_quieten();
    cnc_send(cnc_mode_questions, strlen(cnc_mode_questions));
  }
  // ncurses leaves signals alone that have a handler when it starts.
  screen = newterm(NULL, stdout, stdin);
  if (screen == NULL) {
    cnc_modes_restore();
    cnc_signals_restore();
    return false;
  }
  cnc_keep_looks();
  pastes = cnc_speaks_ecma_48();
  install_restoration();
  set_modes();
  // `endwin` leaves these modes alone; `cnc_leave` restores those of before. So the screen can be taken anew without an
  // instant in which Enter would be another character.
  def_shell_mode();
  set_colors();
  // Until it has come back from an `endwin`, ncurses writes each move of the cursor by itself, and no paint is whole.
  endwin();
  cnc_resume();
  static bool registered;
  if (!registered) atexit(cnc_close);
  registered = true;
  return true;
}

void cnc_leave(void) {
  if (!up) return;
  up = false;
  cnc_begin_writing();
  if (pastes) cnc_write_all(STDOUT_FILENO, cnc_paste_off, strlen(cnc_paste_off));
  if (title_kept) cnc_write_all(STDOUT_FILENO, cnc_title_restore, strlen(cnc_title_restore));
  title_kept = false;
  curs_set(1);
  endwin();
  cnc_write_modes();
  cnc_modes_restore();
  cnc_crash_disarm();
  cnc_end_writing();
}

void cnc_resume(void) {
  cnc_begin_writing();
  cnc_crash_arm();
  // What somebody else did to the screen meanwhile is undone only after an `endwin`.
  if (up) {
    reset_prog_mode();
    endwin();
  }
  up = true;
  int columns, rows;
  cnc_update_size(&columns, &rows);
  clearok(curscr, TRUE);
  refresh();
  curs_set(0);
  cursor_shown = false;
  if (pastes) cnc_write_all(STDOUT_FILENO, cnc_paste_on, strlen(cnc_paste_on));
  cnc_end_writing();
}

void cnc_close(void) {
  if (screen == NULL) return;
  cnc_leave();
  cnc_signals_restore();
  cnc_crash_restore();
  cnc_forget_modes();
  delscreen(screen);
  screen = NULL;
}

// MARK: Size

bool cnc_cell_size(int *width, int *height) {
  struct winsize size;
  if (!read_size(&size)) return false;
  *width = size.ws_xpixel / size.ws_col;
  *height = size.ws_ypixel / size.ws_row;
  return *width > 0 && *height > 0;
}

bool cnc_update_size(int *columns, int *rows) {
  struct winsize size;
  bool known = read_size(&size);
  if (known) cut(&size);
  if (known && is_term_resized(size.ws_row, size.ws_col)) resizeterm(size.ws_row, size.ws_col);
  *columns = getmaxx(stdscr);
  *rows = getmaxy(stdscr);
  return known;
}

// MARK: Drawing

// A joiner at the end of a cell would join the next one, and a selector would change this one's width.
static bool is_mark(uint32_t scalar) {
  return scalar != 0x200D && scalar != 0xFE0F && scalar >= 0x20 && wcwidth((wchar_t)scalar) == 0;
}

static bool make_cell(cchar_t *cell, const uint32_t *scalars, int count, int width, attr_t attributes, int pair) {
  wchar_t text[CCHARW_MAX + 1] = {0};
  if (count < 1 || wcwidth((wchar_t)scalars[0]) != width) return false;
  int length = 0;
  text[length++] = (wchar_t)scalars[0];
  for (int i = 1; i < count && length < CCHARW_MAX; i++) {
    if (is_mark(scalars[i])) text[length++] = (wchar_t)scalars[i];
  }
#if EXTENDED_PAIRS
  return setcchar(cell, text, attributes, 0, &pair) == OK;
#else
  return setcchar(cell, text, attributes, (short)pair, NULL) == OK;
#endif
}

void cnc_put(int row, int column, const uint32_t *scalars, int count, int width, attr_t attributes, int pair) {
  cchar_t cell;
  if (column + width <= getmaxx(stdscr) && make_cell(&cell, scalars, count, width, attributes, pair)) {
    mvadd_wch(row, column, &cell);
    return;
  }
  for (int i = 0; i < width; i++) {
    const uint32_t instead = i > 0 ? ' ' : is_unicode ? 0xFFFD : '?';
    if (make_cell(&cell, &instead, 1, 1, attributes, pair)) mvadd_wch(row, column + i, &cell);
  }
}

// What is written over a frame; a picture of pixels may have megabytes.
enum { most_over = 16 << 20 };

static char *over;
static size_t over_length, over_size;

// Returns whether there is room for so many bytes more.
static bool make_over(size_t length) {
  if (over_length + length <= over_size) return true;
  if (over_length + length > most_over) return false;
  size_t size = over_length + length < 1 << 14 ? 1 << 14 : over_length + length;
  char *larger = realloc(over, size);
  if (larger == NULL) return false;
  over = larger;
  over_size = size;
  return true;
}

static int append_over(int byte) {
  if (over_length < over_size) over[over_length++] = (char)byte;
  return byte;
}

static void end_over(void) {
  over_length = 0;
  if (over_size <= 1 << 16) return;
  free(over);
  over = NULL;
  over_size = 0;
}

static void set_attributes(attr_t attributes, int pair) {
#if EXTENDED_PAIRS
  vid_puts(attributes, 0, &pair, append_over);
#else
  vid_puts(attributes, (short)pair, NULL, append_over);
#endif
}

void cnc_write_over(int row, int column, const void *bytes, size_t length, attr_t attributes, int pair) {
  char move[32];
  int move_length = snprintf(move, sizeof move, "\0337\033[%d;%dH", row + 1, column + 1);
  // Colours and attributes take less than this.
  if (!make_over((size_t)move_length + length + 256)) return;
  for (int i = 0; i < move_length; i++) append_over(move[i]);
  // Between two frames ncurses has no attributes set, and so it is again after this.
  set_attributes(attributes, pair);
  memcpy(over + over_length, bytes, length);
  over_length += length;
  set_attributes(A_NORMAL, 0);
  append_over('\033');
  append_over('8');
}

void cnc_redraw_all(void) { clearok(curscr, TRUE); }

void cnc_redraw_rows(int first, int count) { wredrawln(stdscr, first, count); }

void cnc_send(const void *bytes, size_t length) {
  cnc_begin_writing();
  cnc_write_all(STDOUT_FILENO, bytes, length);
  cnc_end_writing();
}

void cnc_keep_title(void) {
  if (title_kept) return;
  title_kept = true;
  cnc_send(cnc_title_keep, strlen(cnc_title_keep));
}

void cnc_synchronize(bool on) { synchronized = on; }

void cnc_show(int cursor_row, int cursor_column, bool is_shown) {
  cnc_begin_writing();
  // ncurses writes the frame by itself, past the buffer of `stdout`, which `putp` would leave the mark in.
  bool marked = synchronized && (is_wintouched(stdscr) || over_length > 0);
  if (marked) cnc_write_all(STDOUT_FILENO, "\033[?2026h", 8);
  if (cursor_row >= 0) move(cursor_row, cursor_column);
  if (is_shown != cursor_shown) curs_set(is_shown);
  cursor_shown = is_shown;
  refresh();
  cnc_write_all(STDOUT_FILENO, over, over_length);
  end_over();
  if (marked) cnc_write_all(STDOUT_FILENO, "\033[?2026l", 8);
  cnc_end_writing();
}
