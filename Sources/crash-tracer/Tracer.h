// Owns: what the parts of the tracer share. Linux only; `main.c` says so elsewhere.
#pragma once

#ifdef __linux__

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct options {
  char home[PATH_MAX];    // real path of the client's home
  char beside[PATH_MAX];  // real path of its folder for temporary files
  const char *log;        // folder of the log and of kept contents
  uint64_t kill_at;       // 0: nowhere
  bool kills_after;       // after the call instead of before it
  bool counts_syncs;      // `kill_at` counts calls that sync instead of all that change the home
  bool keeps_contents;
};

enum call_kind {
  CALL_WRITE,   // descriptor
  CALL_SYNC,    // descriptor
  CALL_SYNC_ALL,
  CALL_SYNC_MEMORY,
  CALL_CUT,     // descriptor, length
  CALL_CUT_PATH,
  CALL_OPEN,    // folder, path, flags
  CALL_OPEN_HOW,
  CALL_MAKE,    // folder, path: fails where it is there
  CALL_REMOVE,  // folder, path: fails where it is not there
  CALL_MOVE,    // two folders and paths
};

struct call_form {
  long number;
  const char *name;
  enum call_kind kind;
  int first;   // index of the descriptor, or of the first folder; -1: the path alone
  int second;  // index of the second folder; -1: none
  int path;    // index of the first path
  int other;   // index of the second path
  int flags;   // index of open flags, or of a length
};

/// All calls that can change what a file system holds, and how many.
extern const struct call_form call_forms[];
extern const int call_form_count;

const struct call_form *call_form_of(long number);

/// Whether open flags can change anything.
bool flags_can_change(uint64_t flags);

/// A call of one thread that changes the home, between its entry and its end.
struct call {
  const struct call_form *form;
  char path[PATH_MAX];
  char other[PATH_MAX];
  uint64_t number;       // among the calls that change the home
  uint64_t sync_number;  // among the syncs; 0 where it is none
  bool syncs;
  bool is_new;           // makes a file that was not there
  bool truncates;
  uint64_t length;
};

/// Reads what the call is about; `false` where it does not change the home.
bool call_read(struct call *call, const struct options *options, pid_t thread,
               const struct call_form *form, const uint64_t *arguments);

/// 0, or -1 with errno.
int filter_install(void);

/// Opens the log; writes what is durable at the start where it is empty. 0, or -1 with errno.
int log_open(const struct options *options);
/// Numbers the call.
void log_number(struct call *call);
/// - result: what it returned; `is_killed`: it never ran.
void log_call(const struct call *call, int64_t result, bool is_killed);
/// What became durable or was cut by a call that succeeded.
void log_durable(const struct call *call, pid_t thread, const uint64_t *arguments);
/// From now on the runner knows that the point was reached.
void log_reached(void);

bool is_inside(const char *path, const char *folder);

/// Never returns; exits as the client does.
void trace(const struct options *options, char **command);
/// Whether this machine lets a process trace its child: 0, or the error number.
int trace_check(void);

#endif
