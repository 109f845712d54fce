#ifndef POWER_H
#define POWER_H

// Takes a call down, if its file is in the folder.
void power_note(int kind, const char *name, long offset, long size, const void *bytes);

// Takes down that the folder of a file is synced.
void power_note_folder(const char *name);

#endif
