// Owns: starting a program on macOS: posix_spawn, which leaves no moment in which a copy of the runner
// holds its sockets (a close or reset of another scenario would take effect only after it). Only a limit
// on files needs fork, because posix_spawn cannot set one: then posix_spawn as exec, because only that
// can close every other descriptor.

#ifdef __APPLE__

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "CProcess.h"

static pid_t failed(struct acc_spawn_failure *failure, enum acc_spawn_step step, int error) {
  failure->step = step;
  failure->error_number = error;
  return -1;
}

// One error number stands for everything that posix_spawn does: what else could it have been?
static pid_t classify(
    const struct acc_spawn_request *request, struct acc_spawn_failure *failure, int error) {
  struct stat status;
  if (error == EAGAIN || error == ENOMEM) return failed(failure, ACC_STEP_PROCESS, error);
  if (stat(request->directory, &status) < 0) return failed(failure, ACC_STEP_DIRECTORY, errno);
  if (!S_ISDIR(status.st_mode)) return failed(failure, ACC_STEP_DIRECTORY, ENOTDIR);
  if (access(request->directory, X_OK) < 0) return failed(failure, ACC_STEP_DIRECTORY, errno);
  return failed(failure, ACC_STEP_EXEC, error);
}

static pid_t spawn_directly(
    const struct acc_spawn_request *request, struct acc_spawn_failure *failure) {
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_t actions;
  sigset_t handled, none;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(
      &attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK |
                       POSIX_SPAWN_CLOEXEC_DEFAULT);
  sigfillset(&handled);
  // Always by default; some kernels refuse to be asked.
  sigdelset(&handled, SIGKILL);
  sigdelset(&handled, SIGSTOP);
  posix_spawnattr_setsigdefault(&attributes, &handled);
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, request->directory);
  // What a file action makes stays open under POSIX_SPAWN_CLOEXEC_DEFAULT.
  for (int target = 0; target < 3; target++)
    posix_spawn_file_actions_adddup2(&actions, request->descriptors[target], target);
  pid_t child = -1;
  int error = posix_spawn(
      &child, request->path, &actions, &attributes, request->arguments, request->environment);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return error == 0 ? child : classify(request, failure, error);
}

// Runs in the child of a threaded process: async-signal-safe calls only.
static bool prepare(const struct acc_spawn_request *request, struct acc_spawn_failure *failure) {
  struct sigaction action = {.sa_handler = SIG_DFL};
  sigemptyset(&action.sa_mask);
  for (int number = 1; number < NSIG; number++) sigaction(number, &action, NULL);
  if (setsid() < 0) return failed(failure, ACC_STEP_SESSION, errno), false;
  if (chdir(request->directory) < 0) return failed(failure, ACC_STEP_DIRECTORY, errno), false;
  for (int target = 0; target < 3; target++) {
    if (dup2(request->descriptors[target], target) < 0)
      return failed(failure, ACC_STEP_DESCRIPTORS, errno), false;
  }
  struct rlimit limit;
  if (getrlimit(RLIMIT_FSIZE, &limit) < 0) return failed(failure, ACC_STEP_LIMIT, errno), false;
  limit.rlim_cur = 0;
  if (setrlimit(RLIMIT_FSIZE, &limit) < 0) return failed(failure, ACC_STEP_LIMIT, errno), false;
  // Without this the first refused write would kill the client instead of failing with EFBIG.
  action.sa_handler = SIG_IGN;
  sigaction(SIGXFSZ, &action, NULL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  return true;
}

// Returns what the child of a fork has to report: nothing where it has executed the program.
static pid_t outcome(pid_t child, int error, int report[2], struct acc_spawn_failure *failure) {
  close(report[1]);
  if (child < 0) {
    close(report[0]);
    return failed(failure, ACC_STEP_PROCESS, error);
  }
  ssize_t count;
  do {
    count = read(report[0], failure, sizeof *failure);
  } while (count < 0 && errno == EINTR);
  close(report[0]);
  if (count <= 0) return child;
  acc_wait(child);
  return -1;
}

static pid_t spawn_by_fork(
    const struct acc_spawn_request *request, struct acc_spawn_failure *failure) {
  int report[2];
  if (acc_pipe(report) < 0) return failed(failure, ACC_STEP_PROCESS, errno);
  // Prepared before the fork, because the child may not allocate.
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETEXEC | POSIX_SPAWN_CLOEXEC_DEFAULT);
  posix_spawn_file_actions_init(&actions);
  for (int target = 0; target < 3; target++)
    posix_spawn_file_actions_addinherit_np(&actions, target);

  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  pid_t child = fork();
  if (child == 0) {
    if (prepare(request, failure)) {
      int error = posix_spawn(
          NULL, request->path, &actions, &attributes, request->arguments, request->environment);
      failed(failure, ACC_STEP_EXEC, error);
    }
    acc_write(report[1], failure, sizeof *failure);
    _exit(127);
  }
  int error = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return outcome(child, error, report, failure);
}

pid_t acc_spawn(const struct acc_spawn_request *request, struct acc_spawn_failure *failure) {
  *failure = (struct acc_spawn_failure){0};
  return request->refuses_file_writes ? spawn_by_fork(request, failure)
                                      : spawn_directly(request, failure);
}

#else
// ISO C wants a declaration in every file.
extern int acc_spawn_darwin_is_not_here;
#endif
