#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "Descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>
#include <unistd.h>

#include "CProcess.h"

#ifdef __linux__
#include <sys/syscall.h>
#endif

// Written once, before any thread or child exists; read between fork and exec.
static struct rlimit inherited_limit;
static bool is_raised = false;

int acc_raise_descriptor_limit(unsigned long wanted) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) < 0) return -1;
  if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= wanted) return 0;
  inherited_limit = limit;
  bool allows = limit.rlim_max == RLIM_INFINITY || limit.rlim_max > wanted;
  limit.rlim_cur = allows ? wanted : limit.rlim_max;
  if (limit.rlim_cur <= inherited_limit.rlim_cur) return 0;
  if (setrlimit(RLIMIT_NOFILE, &limit) < 0) return -1;
  is_raised = true;
  return 0;
}

void acc_restore_descriptor_limit(void) {
  if (is_raised) setrlimit(RLIMIT_NOFILE, &inherited_limit);
}

#ifdef __linux__

// The kernel's own layout of what getdents64 returns.
struct entry {
  uint64_t inode;
  int64_t offset;
  unsigned short length;
  unsigned char type;
  char name[];
};

static bool mark_listed(void) {
  int folder = open("/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return false;
  _Alignas(struct entry) char buffer[4096];
  long count;
  while ((count = syscall(SYS_getdents64, folder, buffer, sizeof buffer)) > 0) {
    for (long at = 0; at < count;) {
      const struct entry *entry = (const struct entry *)(buffer + at);
      at += entry->length;
      int number = 0;
      const char *digit = entry->name;
      while (*digit >= '0' && *digit <= '9') number = number * 10 + (*digit++ - '0');
      if (*digit == 0 && number > 2) fcntl(number, F_SETFD, FD_CLOEXEC);
    }
  }
  close(folder);
  return count == 0;
}

static void mark_each(void) {
  struct rlimit limit;
  // A descriptor above the limit can only have been opened before the limit was lowered.
  const rlim_t most = 1 << 20;
  rlim_t end = most;
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < most) end = limit.rlim_cur;
  for (int number = 3; number < (int)end; number++) fcntl(number, F_SETFD, FD_CLOEXEC);
}

void acc_close_others_on_exec(void) {
  // By system call: libc's wrappers for it are younger than the kernels that have it. Refused by
  // kernels before 5.11 (ENOSYS, EINVAL) and by old sandboxes (EPERM).
  const unsigned int close_on_exec = 1U << 2;
  if (syscall(SYS_close_range, 3U, ~0U, close_on_exec) == 0) return;
  if (!mark_listed()) mark_each();
}

#endif
