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
/// no descriptor open but 0, 1 and 2. On Linux its limit of descriptors is the one that the runner
/// was started with; posix_spawn on Darwin cannot set it. Returns once the program has been
/// executed.
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

/// Waits until this child can be reaped, and does not reap it; returns at once if it is no child.
void acc_await_end(pid_t child);

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

struct acc_removal_result {
  unsigned long kept_count;  // files and folders that could not be removed; 0: all is gone
  int error_number;  // of the first of them
};

/// Removes a folder with all that is in it, follows no links, and takes permissions that are in the
/// way. A folder that is not there is removed.
void acc_remove_tree(const char *path, struct acc_removal_result *result);

/// Descriptors for 256 scenarios at the same time, 3 pipes and about 20 connections each. More than
/// this macOS refuses (`OPEN_MAX`).
#define ACC_DESCRIPTOR_GOAL 10240

/// Raises the soft limit of open descriptors to `wanted`, or to the hard limit where that is lower;
/// children on Linux get the limit that this process was started with. Call it before any thread is made.
/// 0, or -1 with errno.
int acc_raise_descriptor_limit(unsigned long wanted);

/// Starts a detached thread with every signal blocked. `stack_bytes` 0: the system's default.
/// 0, or an error number.
int acc_start_thread(void (*body)(void *), void *context, size_t stack_bytes);

/// Makes `count` threads (64 at most) that exist at the same time, and ends them. `made` is how
/// many there were. 0, or the error number with which the system refused the next one.
int acc_try_threads(int count, int *made);

/// Undoes an ignored SIGCHLD, which a parent may have handed on: the system would reap every child
/// by itself, and its end could not be read.
void acc_keep_ended_children(void);

/// Undoes what a parent may have handed on: SIGCHLD ignored, signals blocked. SIGPIPE is ignored.
/// Call it before any thread is made.
void acc_begin_signals(void);

struct acc_signal_note {
  int number;
  pid_t sender;  // 0: the system itself, as for a terminal's keys
};

/// From now on each such signal becomes an `acc_signal_note` in that non-blocking pipe, which is
/// the same for all signals. `heeds_ignored`: stays ignored where the parent ignored it (nohup).
/// 0, or -1 with errno.
int acc_note_signal(int number, int descriptor, bool heeds_ignored);

#ifdef __linux__
/// Whether this kernel, or the sandbox around the process, allows that call: 0, or the error
/// number.
int acc_try_close_range(void);
int acc_try_pidfd(void);
int acc_try_vfork(void);
#endif

/// Ends this process by that signal's default action.
void acc_die_of(int number);

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
