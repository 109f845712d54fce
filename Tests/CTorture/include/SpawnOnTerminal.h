#ifndef SPAWN_ON_TERMINAL_H
#define SPAWN_ON_TERMINAL_H

#include <sys/types.h>

/// Starts a program on a pseudo terminal of its own.
///
/// Answers its process number and puts the other end of the terminal into `descriptor`; -1 and errno where that fails. A
/// program that cannot be run ends with 127.
pid_t spawn_on_terminal(
  const char *path, char *const arguments[], char *const environment[], int columns, int rows, int *descriptor);

/// Opens a pseudo terminal in raw mode that belongs to no program: 0, or -1 and errno.
int open_terminal(int *descriptor, int *program);

/// Opens the end of the terminal that the program has, too; -1 and errno where that fails.
int open_program_end(int descriptor);

/// Has the terminal be in raw mode, in which all that was sent can be read.
int make_raw(int program);

/// Gives the terminal another size, which the program is told; 0, or -1 and errno.
int resize_terminal(int descriptor, int columns, int rows);

/// Whether the program on the terminal has sent so much that nobody has read that it can send nothing more: 1 or 0, or -1
/// and errno.
int is_terminal_full(int descriptor);

#endif
