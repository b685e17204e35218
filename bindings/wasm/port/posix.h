// Calls of Linux that wasi-libc lacks and the library makes, included before every source. There is
// only one process here.
#pragma once

#include <stddef.h>
#include <sys/types.h>

#define RENAME_NOREPLACE 1U
#define RENAME_EXCHANGE 2U

extern "C" {

int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags);
ssize_t getrandom(void* into, size_t size, unsigned flags);
int kill(pid_t process, int signal);
int chmod(const char* path, mode_t mode);
}
