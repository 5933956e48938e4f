// Owns: the client's process under ptrace, and this process, which ends as the client does.
//
// Three processes: the one that the runner has started (the session's leader) waits for the second,
// which traces; the third is the client. So the leader ends with the client, while the tracer stays as
// long as helpers of the client do: without a tracer their calls would fail.
#ifdef __linux__
#define _GNU_SOURCE

#include "Tracer.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { cannot_run = 127 };

struct thread {
  pid_t id;
  bool is_in_call;
  struct call call;
  uint64_t arguments[6];
};

static struct thread **threads;
static int thread_count;
static const struct options *settings;
static int status_end = -1;
static pid_t client;
static bool is_killing;
static struct rlimit own_file_limit;

static struct thread *thread_of(pid_t id) {
  for (int index = 0; index < thread_count; index++)
    if (threads[index]->id == id) return threads[index];
  threads = realloc(threads, sizeof *threads * (size_t)(thread_count + 1));
  struct thread *thread = calloc(1, sizeof *thread);
  if (!threads || !thread) _exit(125);
  thread->id = id;
  return threads[thread_count++] = thread;
}

static void forget(pid_t id) {
  for (int index = 0; index < thread_count; index++)
    if (threads[index]->id == id) {
      free(threads[index]);
      threads[index] = threads[--thread_count];
      return;
    }
}

// Known before anybody dies, so that whoever sees the end knows its reason.
static void kill_all(void) {
  log_reached();
  is_killing = true;
  for (int index = 0; index < thread_count; index++) kill(threads[index]->id, SIGKILL);
}

static bool is_point(const struct call *call, bool is_after) {
  if (settings->kill_at == 0 || settings->kills_after != is_after) return false;
  uint64_t number = settings->counts_syncs ? call->sync_number : call->number;
  return number == settings->kill_at;
}

static void resume(pid_t id, int request, int signal) {
  ptrace(request, id, NULL, (void *)(long)signal);
}

static void begin_call(struct thread *thread) {
  struct __ptrace_syscall_info info;
  if (is_killing) {
    resume(thread->id, PTRACE_CONT, 0);
    return;
  }
  if (ptrace(PTRACE_GET_SYSCALL_INFO, thread->id, sizeof info, &info) <= 0) {
    resume(thread->id, PTRACE_CONT, 0);
    return;
  }
  const struct call_form *form = call_form_of((long)info.seccomp.nr);
  uint64_t arguments[6];
  for (int index = 0; index < 6; index++) arguments[index] = info.seccomp.args[index];
  if (!form || !call_read(&thread->call, settings, thread->id, form, arguments)) {
    resume(thread->id, PTRACE_CONT, 0);
    return;
  }
  memcpy(thread->arguments, arguments, sizeof arguments);
  log_number(&thread->call);
  if (is_point(&thread->call, false)) {
    log_call(&thread->call, 0, true);
    // Killed while it is stopped here, the call never runs.
    kill_all();
    return;
  }
  thread->is_in_call = true;
  resume(thread->id, PTRACE_SYSCALL, 0);
}

static void end_call(struct thread *thread) {
  struct __ptrace_syscall_info info;
  if (!thread->is_in_call || is_killing) {
    resume(thread->id, PTRACE_CONT, 0);
    return;
  }
  thread->is_in_call = false;
  if (ptrace(PTRACE_GET_SYSCALL_INFO, thread->id, sizeof info, &info) > 0 &&
      info.op == PTRACE_SYSCALL_INFO_EXIT) {
    if (!info.exit.is_error) log_durable(&thread->call, thread->id, thread->arguments);
    log_call(&thread->call, info.exit.rval, false);
    if (is_point(&thread->call, true)) {
      kill_all();
      return;
    }
  }
  resume(thread->id, PTRACE_CONT, 0);
}

static bool is_stop_signal(int number) {
  return number == SIGSTOP || number == SIGTSTP || number == SIGTTIN || number == SIGTTOU;
}

static void take_stop(pid_t id, int status) {
  struct thread *thread = thread_of(id);
  int number = WSTOPSIG(status), event = status >> 16;
  if (is_killing) kill(id, SIGKILL);
  switch (event) {
    case PTRACE_EVENT_SECCOMP:
      begin_call(thread);
      return;
    case PTRACE_EVENT_STOP:
      // A group that was stopped stays so until it is continued.
      resume(id, is_stop_signal(number) ? PTRACE_LISTEN : PTRACE_CONT, 0);
      return;
    case 0: break;
    default:
      resume(id, PTRACE_CONT, 0);
      return;
  }
  if (number == (SIGTRAP | 0x80)) {
    end_call(thread);
    return;
  }
  resume(id, thread->is_in_call ? PTRACE_SYSCALL : PTRACE_CONT, number);
}

static void tell_end(int status) {
  // From here on the leader may end before this process.
  prctl(PR_SET_PDEATHSIG, 0);
  if (write(status_end, &status, sizeof status) < 0) _exit(125);
  close(status_end);
}

static void follow(void) {
  bool is_told = false;
  int end = 0;
  while (true) {
    int status;
    pid_t id = waitpid(-1, &status, __WALL);
    if (id < 0 && errno == EINTR) continue;
    if (id < 0) break;
    if (WIFSTOPPED(status)) {
      take_stop(id, status);
      continue;
    }
    forget(id);
    if (id != client) continue;
    end = status;
    is_told = true;
    // Killed at its point, everything of it is gone before its end is seen.
    if (!is_killing) tell_end(end);
  }
  if (is_killing && is_told) tell_end(end);
  _exit(0);
}

static void use_null_device(void) {
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int target = 0; target < 3; target++) dup2(null, target);
}

static const int ended_by_runner[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGTSTP};

static void set_signals(void (*action)(int)) {
  for (unsigned index = 0; index < sizeof ended_by_runner / sizeof *ended_by_runner; index++)
    signal(ended_by_runner[index], action);
}

static void run_client(char **command, int go) {
  char byte;
  // Until it is traced.
  if (read(go, &byte, 1) != 1) _exit(cannot_run);
  close(go);
  set_signals(SIG_DFL);
  setrlimit(RLIMIT_FSIZE, &own_file_limit);
  if (filter_install() < 0) {
    perror("crash-tracer: the filter of system calls");
    _exit(cannot_run);
  }
  execvp(command[0], command);
  perror("crash-tracer: the client's program");
  _exit(cannot_run);
}

static const long trace_options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACESECCOMP |
                                  PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE |
                                  PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;

// - Returns: 0, or the error number.
static int start_client(char **command) {
  int go[2];
  if (pipe2(go, O_CLOEXEC) < 0) return errno;
  client = fork();
  if (client < 0) return errno;
  if (client == 0) {
    close(go[1]);
    prctl(PR_SET_PDEATHSIG, 0);
    run_client(command, go[0]);
  }
  close(go[0]);
  if (ptrace(PTRACE_SEIZE, client, NULL, (void *)trace_options) < 0) {
    int error = errno;
    kill(client, SIGKILL);
    return error;
  }
  thread_of(client);
  ssize_t written = write(go[1], "", 1);
  close(go[1]);
  return written == 1 ? 0 : errno;
}

static void raise_file_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_FSIZE, &own_file_limit) < 0) return;
  limit = own_file_limit;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_FSIZE, &limit);
}

static void end_as(int status) {
  if (WIFEXITED(status)) _exit(WEXITSTATUS(status));
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  signal(WTERMSIG(status), SIG_DFL);
  kill(getpid(), WTERMSIG(status));
  _exit(128 + WTERMSIG(status));
}

void trace(const struct options *options, char **command) {
  settings = options;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) < 0) _exit(125);
  set_signals(SIG_IGN);
  pid_t leader = getpid(), tracer = fork();
  if (tracer < 0) _exit(125);
  if (tracer == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != leader) _exit(125);
    close(ends[0]);
    status_end = ends[1];
    raise_file_limit();
    if (log_open(options) < 0 || start_client(command) != 0) {
      perror("crash-tracer");
      _exit(125);
    }
    use_null_device();
    follow();
  }
  close(ends[1]);
  use_null_device();
  int status;
  ssize_t count;
  do count = read(ends[0], &status, sizeof status);
  while (count < 0 && errno == EINTR);
  if (count == sizeof status) end_as(status);
  // The tracer has died, and the client with it.
  kill(getpid(), SIGKILL);
  _exit(125);
}

// A child under the filter makes one call that is traced.
int trace_check(void) {
  int go[2];
  if (pipe2(go, O_CLOEXEC) < 0) return errno;
  pid_t child = fork();
  if (child < 0) return errno;
  if (child == 0) {
    char byte;
    close(go[1]);
    if (read(go[0], &byte, 1) != 1 || filter_install() < 0) _exit(errno ? errno : EPERM);
    syscall(SYS_fsync, -1);
    _exit(0);
  }
  int error = 0, status = 0;
  bool has_stopped = false;
  if (ptrace(PTRACE_SEIZE, child, NULL, (void *)trace_options) < 0) error = errno;
  if (error == 0 && write(go[1], "", 1) != 1) error = errno;
  close(go[1]);
  close(go[0]);
  while (error == 0 && waitpid(child, &status, __WALL) == child && WIFSTOPPED(status)) {
    struct __ptrace_syscall_info info;
    if (status >> 16 == PTRACE_EVENT_SECCOMP)
      has_stopped = ptrace(PTRACE_GET_SYSCALL_INFO, child, sizeof info, &info) > 0;
    ptrace(PTRACE_CONT, child, NULL, NULL);
  }
  if (error != 0) {
    kill(child, SIGKILL);
    waitpid(child, &status, __WALL);
    return error;
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) != 0) return WEXITSTATUS(status);
  return has_stopped ? 0 : ENOSYS;
}

#else
extern int crash_tracer_trace_is_not_here;
#endif
