// Owns: the system calls around processes that Swift cannot make: what runs between fork and exec,
// pidfds, and writing to a pipe without SIGPIPE.
// Does not own: any decision (ClientDriving).
#pragma once

#include <stdbool.h>
#include <sys/types.h>

struct acc_spawn_request {
  const char *path;  // of the program itself; PATH is not searched
  char *const *arguments;
  char *const *environment;
  const char *directory;
  int descriptors[3];  // become 0, 1 and 2; each must be 3 or more
  bool refuses_file_writes;  // soft RLIMIT_FSIZE 0, SIGXFSZ ignored
};

enum acc_spawn_step {
  ACC_STEP_PROCESS = 1,
  ACC_STEP_SESSION,
  ACC_STEP_DIRECTORY,
  ACC_STEP_DESCRIPTORS,
  ACC_STEP_LIMIT,
  ACC_STEP_EXEC,
};

struct acc_spawn_failure {
  int step;  // an acc_spawn_step
  int error_number;
};

/// Starts a program in a session and group of its own: default signal handling, no signal blocked,
/// no descriptor open but 0, 1 and 2. Returns once the program has been executed.
/// Returns its process id, or -1 with `failure` filled in and no process left.
pid_t acc_spawn(const struct acc_spawn_request *request, struct acc_spawn_failure *failure);

enum acc_end {
  ACC_END_NONE = 0,  // still alive
  ACC_END_STATUS = 1,
  ACC_END_SIGNAL = 2,
  ACC_END_LOST = 3,  // no child of this process
};

/// Reaps exactly this child where it has ended; never waits. `value` is the status or the signal.
int acc_reap(pid_t child, int *value);

/// Waits for exactly this child, which has been killed, and reaps it.
void acc_wait(pid_t child);

/// A pipe whose ends are close-on-exec and 3 or more. 0, or -1 with errno.
int acc_pipe(int ends[2]);

/// The null device for writing, close-on-exec and 3 or more. -1 with errno.
int acc_open_null(void);

/// Makes reads and writes on it return at once. 0, or -1 with errno.
int acc_set_nonblocking(int descriptor);

/// As write(2), but a pipe without readers gives -1 with EPIPE and raises no signal.
ssize_t acc_write(int descriptor, const void *bytes, size_t count);

/// Makes orphans of this process' descendants its own children. 0, or -1 with errno (always on
/// systems without subreapers).
int acc_adopt_orphans(void);

#ifdef __linux__
/// A close-on-exec descriptor that becomes readable when the process ends. -1 with errno.
int acc_pidfd_open(pid_t process);

/// Signals the process that the descriptor was opened for, and never another. 0, or -1 with errno.
int acc_pidfd_signal(int pidfd, int signal);
#endif

/// The program's arguments as the system handed them to it, the program's name first; they need no
/// /proc. 0 and NULL where the C library does not hand them on.
int acc_argument_count(void);
const char *acc_argument(int index);
