// Owns: starting a program. Does not own: finding it (ExecutableSearch) or its end (ChildProcess).
//
// posix_spawn cannot set a resource limit for the child alone, so one path of our own serves every
// launch: vfork, whose cost does not grow with the runner's memory (measured: 0.4 ms up to exec
// with 60 MB resident, where fork took 3.9 ms and posix_spawn 0.4 ms). Where a sandbox refuses
// vfork, fork. For Darwin see SpawnDarwin.c.

#ifdef __linux__
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <sys/syscall.h>

#include "CProcess.h"
#include "Descriptors.h"

static const int last_signal = 64;  // Linux' highest; sigaction refuses what a system lacks

// libc keeps the first real-time signals to itself and refuses to name them, yet a parent that
// ignored one has passed that on to us.
static void reset_reserved_signals(void) {
  const unsigned long as_default[16] = {0};  // more than the kernel's largest struct sigaction
  for (int number = 32; number < SIGRTMIN; number++)
    syscall(SYS_rt_sigaction, number, as_default, NULL, 8UL);
}

// Runs in the child, on Linux inside the parent's memory: async-signal-safe calls only, and no
// write to anything but `failure`.
static void fail(struct acc_spawn_failure *failure, enum acc_spawn_step step) {
  failure->step = step;
  failure->error_number = errno;
}

static bool prepare(const struct acc_spawn_request *request, struct acc_spawn_failure *failure) {
  struct sigaction action = {.sa_handler = SIG_DFL};
  sigemptyset(&action.sa_mask);
  for (int number = 1; number <= last_signal; number++) sigaction(number, &action, NULL);
  reset_reserved_signals();

  if (setsid() < 0) return fail(failure, ACC_STEP_SESSION), false;
  if (chdir(request->directory) < 0) return fail(failure, ACC_STEP_DIRECTORY), false;
  for (int target = 0; target < 3; target++) {
    if (dup2(request->descriptors[target], target) < 0)
      return fail(failure, ACC_STEP_DESCRIPTORS), false;
  }
  if (request->refuses_file_writes) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_FSIZE, &limit) < 0) return fail(failure, ACC_STEP_LIMIT), false;
    limit.rlim_cur = 0;
    if (setrlimit(RLIMIT_FSIZE, &limit) < 0) return fail(failure, ACC_STEP_LIMIT), false;
    // Without this the first refused write would kill the client instead of failing with EFBIG.
    action.sa_handler = SIG_IGN;
    sigaction(SIGXFSZ, &action, NULL);
  }
  // Last of the limits: until here descriptors up to the runner's own limit are in use.
  acc_restore_descriptor_limit();
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  return true;
}

// Waits for what the child of a fork has to report: nothing where it has executed the program.
static pid_t outcome(pid_t child, int error, int report[2], struct acc_spawn_failure *failure) {
  close(report[1]);
  if (child < 0) {
    close(report[0]);
    errno = error;
    fail(failure, ACC_STEP_PROCESS);
    return -1;
  }
  ssize_t count;
  do {
    count = read(report[0], failure, sizeof *failure);
  } while (count < 0 && errno == EINTR);
  close(report[0]);
  if (count > 0) {
    acc_wait(child);
    return -1;
  }
  return child;
}

static void execute(const struct acc_spawn_request *request, struct acc_spawn_failure *failure) {
  acc_close_others_on_exec();
  if (!prepare(request, failure)) return;
  execve(request->path, request->arguments, request->environment);
  fail(failure, ACC_STEP_EXEC);
}

static pid_t spawn_by_fork(
    const struct acc_spawn_request *request, struct acc_spawn_failure *failure) {
  int report[2];
  if (acc_pipe(report) < 0) return fail(failure, ACC_STEP_PROCESS), -1;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  pid_t child = fork();
  if (child == 0) {
    execute(request, failure);
    acc_write(report[1], failure, sizeof *failure);
    _exit(127);
  }
  int error = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return outcome(child, error, report, failure);
}

pid_t acc_spawn(const struct acc_spawn_request *request, struct acc_spawn_failure *failure) {
  *failure = (struct acc_spawn_failure){0};
  // No handler of the parent's may run in the child, which shares the parent's memory.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  pid_t child = vfork();
  if (child == 0) {
    execute(request, failure);
    _exit(127);
  }
  int error = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  // EAGAIN and ENOMEM are the user's limits, and would meet fork as well.
  if (child < 0 && (error == EPERM || error == ENOSYS)) return spawn_by_fork(request, failure);
  if (child < 0) {
    errno = error;
    fail(failure, ACC_STEP_PROCESS);
    return -1;
  }
  if (failure->step != 0) {
    acc_wait(child);
    return -1;
  }
  return child;
}

#else
// ISO C wants a declaration in every file.
extern int acc_spawn_linux_is_not_here;
#endif
