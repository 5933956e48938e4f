// Owns: the file system calls that Swift's overlays do not import.

#if defined(__linux__)
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

// From linux/fs.h, which older C libraries do not repeat in stdio.h.
#ifndef RENAME_EXCHANGE
#define RENAME_EXCHANGE (1 << 1)
#endif

#include "CFiles.h"

int cfiles_exchange(const char *first, const char *second) {
  return (int)syscall(SYS_renameat2, AT_FDCWD, first, AT_FDCWD, second, RENAME_EXCHANGE);
}
#elif defined(__APPLE__)
#include <stdio.h>

#include "CFiles.h"

int cfiles_exchange(const char *first, const char *second) {
  return renamex_np(first, second, RENAME_SWAP);
}
#else
#include <errno.h>

#include "CFiles.h"

int cfiles_exchange(const char *first, const char *second) {
  errno = ENOSYS;
  return -1;
}
#endif
