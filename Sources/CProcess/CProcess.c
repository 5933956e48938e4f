// Owns: small calls around processes and pipes. Does not own: starting a program (Spawn.c).

#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

int acc_reap(pid_t child, int *value) {
  int status = 0;
  pid_t reaped;
  do {
    reaped = waitpid(child, &status, WNOHANG);
  } while (reaped < 0 && errno == EINTR);
  *value = 0;
  if (reaped == 0) return ACC_END_NONE;
  if (reaped < 0) return ACC_END_LOST;
  if (WIFSIGNALED(status)) {
    *value = WTERMSIG(status);
    return ACC_END_SIGNAL;
  }
  *value = WEXITSTATUS(status);
  return ACC_END_STATUS;
}

void acc_wait(pid_t child) {
  while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
}

void acc_await_end(pid_t child) {
  siginfo_t info;
  while (waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT) < 0 && errno == EINTR) continue;
}

// A process started with 0, 1 or 2 closed gets them from pipe(2); moved up, so that no end is
// overwritten while the child's own 0, 1 and 2 are made.
static int lift(int descriptor) {
  if (descriptor > 2) return descriptor;
  int lifted = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  int error = errno;
  close(descriptor);
  errno = error;
  return lifted;
}

int acc_pipe(int ends[2]) {
#ifdef __linux__
  if (pipe2(ends, O_CLOEXEC) < 0) return -1;
#else
  if (pipe(ends) < 0) return -1;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
#endif
  ends[0] = lift(ends[0]);
  if (ends[0] < 0) {
    int error = errno;
    close(ends[1]);
    errno = error;
    return -1;
  }
  ends[1] = lift(ends[1]);
  if (ends[1] < 0) {
    int error = errno;
    close(ends[0]);
    errno = error;
    return -1;
  }
  return 0;
}

int acc_open_null(void) {
  int descriptor = open("/dev/null", O_WRONLY | O_CLOEXEC);
  return descriptor < 0 ? -1 : lift(descriptor);
}

int acc_set_nonblocking(int descriptor) {
  int flags = fcntl(descriptor, F_GETFL);
  if (flags < 0) return -1;
  return fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
}

// SIGPIPE goes to the writing thread: blocked there, and taken back if the write raised it.
ssize_t acc_write(int descriptor, const void *bytes, size_t count) {
  sigset_t pipe_signal, before, pending;
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  sigpending(&pending);
  bool was_pending = sigismember(&pending, SIGPIPE) == 1;
  if (pthread_sigmask(SIG_BLOCK, &pipe_signal, &before) != 0) return -1;

  ssize_t written;
  do {
    written = write(descriptor, bytes, count);
  } while (written < 0 && errno == EINTR);
  int error = errno;

  if (written < 0 && error == EPIPE && !was_pending) {
#ifdef __APPLE__
    int taken;
    sigpending(&pending);
    if (sigismember(&pending, SIGPIPE) == 1) sigwait(&pipe_signal, &taken);
#else
    struct timespec none = {0, 0};
    while (sigtimedwait(&pipe_signal, NULL, &none) < 0 && errno == EINTR) continue;
#endif
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error;
  return written;
}

int acc_adopt_orphans(void) {
#ifdef __linux__
  return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
#else
  errno = ENOTSUP;
  return -1;
#endif
}

#ifdef __linux__
int acc_pidfd_open(pid_t process) {
  return (int)syscall(SYS_pidfd_open, process, 0);
}

int acc_pidfd_signal(int pidfd, int signal) {
  return (int)syscall(SYS_pidfd_send_signal, pidfd, signal, NULL, 0);
}

int acc_try_close_range(void) {
  // No descriptor has the highest number.
  return syscall(SYS_close_range, ~0U, ~0U, 0U) == 0 ? 0 : errno;
}

int acc_try_pidfd(void) {
  int pidfd = acc_pidfd_open(getpid());
  if (pidfd < 0) return errno;
  int error = acc_pidfd_signal(pidfd, 0) == 0 ? 0 : errno;
  close(pidfd);
  return error;
}

int acc_try_vfork(void) {
  pid_t child = vfork();
  if (child == 0) _exit(0);
  if (child < 0) return errno;
  acc_wait(child);
  return 0;
}
#endif
