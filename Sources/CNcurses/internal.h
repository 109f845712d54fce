// What the C files of this target share.
#ifndef CNCURSES_INTERNAL_H
#define CNCURSES_INTERNAL_H

#include "CNcurses.h"

/// Installs the handlers that make signals pending. What was ignored when the program began stays ignored.
bool cnc_signals_install(void);

/// Puts the old handlers back.
void cnc_signals_restore(void);

/// From here to `cnc_end_writing` the terminal is written to, which may be blocked: half a second after a signal that ends
/// the process, what nobody reads is given up.
void cnc_begin_writing(void);
void cnc_end_writing(void);

/// Remembers how the terminal is to be restored, and catches the signals of a crash and the others that end the process.
void cnc_crash_install(const char *restore_bytes, size_t length);

/// Puts the old handlers back.
void cnc_crash_restore(void);

/// From here on a crash must restore the terminal; standard error goes to memory.
void cnc_crash_arm(void);

/// The terminal is restored already; standard error is given back and what it got is written to it.
void cnc_crash_disarm(void);

/// Gives up what was written to the terminal and nobody has read, so that a write that is blocked goes on.
///
/// Does nothing where the terminal takes something within the time.
void cnc_make_room(int milliseconds);

/// Remembers the terminal's modes.
void cnc_modes_save(void);

/// Turns echo off, so that the terminal's answers are not shown.
void cnc_modes_quieten(void);

/// Sets the modes that were remembered.
void cnc_modes_restore(void);

/// Writes all of the bytes, whatever interrupts it.
void cnc_write_all(int descriptor, const char *bytes, size_t length);

/// What turns bracketed paste on and off.
extern const char cnc_paste_on[];
extern const char cnc_paste_off[];

/// What has the terminal report the mouse no more, and the keys as it did before.
extern const char cnc_input_off[];

/// What has the terminal keep its window's title, and restore it (XTerm Control Sequences, window manipulation).
extern const char cnc_title_keep[];
extern const char cnc_title_restore[];

/// Whether the terminal's sequences are those of ECMA-48, so that it ignores the private modes it does not know.
bool cnc_speaks_ecma_48(void);

/// Keeps ncurses from setting the cursor's shape and resetting the palette.
void cnc_keep_looks(void);

/// The questions about the modes that the program changes, sent before it has changed any.
extern const char cnc_mode_questions[];

/// Notes how a mode was found; true if it is now left another way than before.
bool cnc_note_mode(int number, bool is_set);

/// Forgets how modes were found.
void cnc_forget_modes(void);

/// Sets the modes that a shell has another way as they were found.
void cnc_write_modes(void);

/// The bytes that undo what the program did to the terminal, its modes aside.
const char *cnc_restore_bytes(size_t *length);

#endif
