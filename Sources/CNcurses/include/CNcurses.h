/// What Swift cannot see of ncurses, and what a signal handler must do in C.
///
/// There is one terminal for a process, so the state is the process's. Every function belongs to the thread that
/// opened the screen, but `cnc_wake`, which any thread may call.
#ifndef CNCURSES_H
#define CNCURSES_H

#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif

#include <curses.h>
#include <stddef.h>
#include <stdint.h>

// MARK: Looks

static const attr_t cnc_normal = A_NORMAL;
static const attr_t cnc_bold = A_BOLD;
static const attr_t cnc_dim = A_DIM;
static const attr_t cnc_reverse = A_REVERSE;
static const attr_t cnc_underline = A_UNDERLINE;

// MARK: The screen

/// What `cnc_check` finds.
enum cnc_check_result {
  cnc_check_usable,
  cnc_check_unset,
  cnc_check_unknown,
  cnc_check_no_full_screen,
};

/// Says whether the terminal that TERM names can show a full screen; changes nothing.
enum cnc_check_result cnc_check(void);

/// Takes the locale from the environment, or one with UTF-8 where that is not installed, and says whether its characters
/// are encoded as UTF-8.
bool cnc_take_locale(void);

/// Saves the modes, installs the handlers, goes to full screen and captures standard error.
///
/// Returns whether it worked; where not, everything is as before.
bool cnc_open(void);

/// Gives the terminal back with its modes as they were, and what was captured on standard error.
///
/// The screen can be resumed. Does nothing where the screen is not up.
void cnc_leave(void);

/// Goes back to full screen after `cnc_leave`, or after somebody else used the terminal meanwhile.
void cnc_resume(void);

/// Leaves the screen, puts the old signal handlers back and frees what ncurses holds.
void cnc_close(void);

/// The bytes that the terminal sends for a key, by its terminfo name; null where it has none.
const char *cnc_key_sequence(const char *name);

/// Whether the open screen has at least eight colours and the environment does not ask for none (NO_COLOR).
bool cnc_has_colors(void);

/// The colours of the open screen: 0 where there are none to be used, 1 << 24 where a colour's number is its red, green
/// and blue.
int cnc_colors(void);

/// The number of pairs that can be defined, the first of which is 1 and the last this number less 1.
int cnc_pairs(void);

/// Gives a pair its colours, -1 for the terminal's own.
void cnc_define_pair(int pair, int foreground, int background);

/// Tells ncurses the terminal's present size and reads it; false where the system does not know it.
bool cnc_update_size(int *columns, int *rows);

/// Reads the pixels that a cell has; false where the system does not know them.
bool cnc_cell_size(int *width, int *height);

/// Puts a cell of `width` columns: a base scalar and its combining marks.
///
/// What the C library or ncurses takes for another width becomes U+FFFD (`?` where the locale has none) and blanks,
/// so that nothing behind it shifts.
void cnc_put(int row, int column, const uint32_t *scalars, int count, int width, attr_t attributes, int pair);

/// Has the next `cnc_show` write bytes at a place once more, which must be what the frame shows there and a terminal takes
/// no columns for; ncurses knows no addresses (OSC 8) and no pictures of pixels.
void cnc_write_over(int row, int column, const void *bytes, size_t length, attr_t attributes, int pair);

/// Makes the next refresh write the whole screen.
void cnc_redraw_all(void);

/// Makes the next refresh write some rows as a whole.
void cnc_redraw_rows(int first, int count);

/// Writes what changed, and puts the cursor at a place, or leaves it where it is if the row is negative.
void cnc_show(int cursor_row, int cursor_column, bool is_shown);

/// Whether the open terminal understands the commands of xterm's to the system, such as that for a title.
bool cnc_understands_xterm(void);

/// Whether the terminal can be asked for its modes (DECRQM). Known from `cnc_check` on.
bool cnc_answers_modes(void);

/// Whether an answer is awaited; a crash then drops it.
void cnc_await_answers(bool is_awaited);

/// Takes what the terminal has answered about a mode before the program changed it: it is left that way.
void cnc_found_mode(int number, bool is_set);

/// Has the terminal keep the title that its window has, to be restored when the screen is left.
void cnc_keep_title(void);

/// Whether each frame is marked, so that the terminal shows it at one moment (mode 2026).
void cnc_synchronize(bool on);

/// Writes bytes to the terminal, between two frames.
void cnc_send(const void *bytes, size_t length);

// MARK: Signals

/// What may be pending, as bits; what ends the program comes first.
enum cnc_pending {
  cnc_pending_terminate = 1 << 0,
  cnc_pending_hang_up = 1 << 1,
  cnc_pending_interrupt = 1 << 2,
  cnc_pending_continue = 1 << 3,
  cnc_pending_resize = 1 << 4,
  cnc_pending_stop = 1 << 5,
  cnc_pending_user = 1 << 6,
  cnc_pending_wake = 1 << 7,
};

/// Becomes readable when something is pending.
int cnc_pending_descriptor(void);

/// The pending bits; they are no longer pending after that.
uint32_t cnc_take_pending(void);

/// The pending bits; they stay.
uint32_t cnc_peek_pending(void);

/// Makes `cnc_pending_wake` pending. Any thread may call it, at any time after the first `cnc_open`.
void cnc_wake(void);

/// Stops the whole job, as Ctrl-Z does in a shell, and returns when it goes on.
///
/// Returns at once where the job cannot be stopped: nobody is there who could continue it.
void cnc_stop_job(void);

/// Runs a program in the terminal, which must have been left, and waits for its end.
///
/// While it runs, Control with C and with \ are the program's alone, and Control with Z stops the whole job. A signal that
/// ends this process is passed on to it, and it is killed where it does not end then. Returns 0 and the status as
/// `waitpid` gives it, or the error number of what kept it from being started.
int cnc_run(char *const *arguments, int *status);

/// Waits until the job is in the terminal's foreground; false where that can no longer be.
///
/// Gives up when a terminating signal is pending, since the terminal is then not needed any more.
bool cnc_wait_for_foreground(void);

/// Ends the process by a signal's default action.
_Noreturn void cnc_die(int signal_number);

#endif
