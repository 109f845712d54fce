#ifndef FUZZER_H
#define FUZZER_H

#include <stddef.h>
#include <stdint.h>

/// Runs libFuzzer in a program that has a main function of its own ("Using libFuzzer as a library" in LLVM's
/// documentation); only a build with that sanitizer has it.
int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*tryOne)(const uint8_t *bytes, size_t size));

#endif
