// Owns: the seccomp filter that stops only at the calls of interest, so that all others cost nothing.
#ifdef __linux__
#define _GNU_SOURCE

#include "Tracer.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#if defined __x86_64__
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#elif defined __riscv
#define OWN_ARCHITECTURE AUDIT_ARCH_RISCV64
#else
#define OWN_ARCHITECTURE 0
#endif

#define LOAD(place) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, place)
#define RETURN(value) BPF_STMT(BPF_RET | BPF_K, value)
#define LOW_WORD(index) (offsetof(struct seccomp_data, args) + 8 * (index))

// A program may be 32-bit code under a 64-bit kernel: its calls are not seen.
int filter_install(void) {
  static struct sock_filter program[256];
  unsigned short length = 0;
  if (OWN_ARCHITECTURE == 0) return errno = ENOSYS, -1;
  program[length++] = (struct sock_filter)LOAD(offsetof(struct seccomp_data, arch));
  program[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0);
  program[length++] = (struct sock_filter)RETURN(SECCOMP_RET_ALLOW);
  program[length++] = (struct sock_filter)LOAD(offsetof(struct seccomp_data, nr));
  // What goes through a ring passes no filter; libraries then use the calls that do.
  program[length++] =
      (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_io_uring_setup, 0, 1);
  program[length++] = (struct sock_filter)RETURN(SECCOMP_RET_ERRNO | ENOSYS);
  for (int index = 0; index < call_form_count; index++) {
    const struct call_form *form = &call_forms[index];
    bool looks_at_flags = form->kind == CALL_OPEN && form->flags >= 0;
    program[length++] = (struct sock_filter)BPF_JUMP(
        BPF_JMP | BPF_JEQ | BPF_K, (unsigned)form->number, 0, looks_at_flags ? 4 : 1);
    if (looks_at_flags) {
      program[length++] = (struct sock_filter)LOAD(LOW_WORD(form->flags));
      program[length++] = (struct sock_filter)BPF_JUMP(
          BPF_JMP | BPF_JSET | BPF_K, O_CREAT | O_TRUNC | __O_TMPFILE, 1, 0);
      program[length++] = (struct sock_filter)RETURN(SECCOMP_RET_ALLOW);
    }
    program[length++] = (struct sock_filter)RETURN(SECCOMP_RET_TRACE);
  }
  program[length++] = (struct sock_filter)RETURN(SECCOMP_RET_ALLOW);
  struct sock_fprog whole = {length, program};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -1;
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &whole);
}

#else
extern int crash_tracer_filter_is_not_here;
#endif
