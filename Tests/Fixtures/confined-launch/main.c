// Runs a program to which the kernel refuses system calls, as sandboxes do:
//   confined-launch ERRNO CALL[,CALL…] PROGRAM ARGUMENT…
// Status 75 where this process may not install a filter itself; 64 for wrong usage.

#ifdef __linux__
#define _GNU_SOURCE
#endif

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { not_permitted = 75, wrong_usage = 64 };

#ifdef __linux__

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

static const struct {
  const char *name;
  int number;
} calls[] = {
    {"clone3", 435},
    {"close_range", 436},
    {"pidfd_open", 434},
    {"pidfd_send_signal", 424},
    {"prctl", SYS_prctl},
#ifdef SYS_vfork
    {"vfork", SYS_vfork},
#endif
};

static int number_of(const char *name) {
  for (size_t index = 0; index < sizeof calls / sizeof calls[0]; index++) {
    if (strcmp(calls[index].name, name) == 0) return calls[index].number;
  }
  return -1;
}

static int confine(int error, char *names) {
  struct sock_filter filter[64];
  unsigned short count = 0;
  filter[count++] = (struct sock_filter)BPF_STMT(
      BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  for (char *name = strtok(names, ","); name != NULL; name = strtok(NULL, ",")) {
    int number = number_of(name);
    if (number < 0 || count > 60) return wrong_usage;
    filter[count++] =
        (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)number, 0, 1);
    filter[count++] = (struct sock_filter)BPF_STMT(
        BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ((unsigned)error & SECCOMP_RET_DATA));
  }
  filter[count++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  struct sock_fprog program = {.len = count, .filter = filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return not_permitted;
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) < 0) return not_permitted;
  return 0;
}

#else

static int confine(int error, char *names) { return not_permitted; }

#endif

int main(int count, char **arguments) {
  if (count < 4) return wrong_usage;
  int error = strcmp(arguments[1], "EPERM") == 0    ? EPERM
              : strcmp(arguments[1], "ENOSYS") == 0 ? ENOSYS
                                                    : 0;
  if (error == 0) return wrong_usage;
  int status = confine(error, arguments[2]);
  if (status != 0) return status;
  execv(arguments[3], arguments + 3);
  perror("execv");
  return 127;
}
