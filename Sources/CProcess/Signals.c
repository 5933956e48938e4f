#ifdef __linux__
#define _GNU_SOURCE
#endif

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "CProcess.h"

// Written before the handlers are installed.
static int notes = -1;

void acc_keep_ended_children(void) {
  struct sigaction action;
  if (sigaction(SIGCHLD, NULL, &action) < 0) return;
  if (action.sa_handler != SIG_IGN && (action.sa_flags & SA_NOCLDWAIT) == 0) return;
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  action.sa_handler = SIG_DFL;
  sigaction(SIGCHLD, &action, NULL);
}

void acc_begin_signals(void) {
  acc_keep_ended_children();
  struct sigaction action;
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  // A closed pipe is an error of the write.
  action.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &action, NULL);
  sigset_t none;
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, NULL);
}

static void on_signal(int number, siginfo_t *info, void *context) {
  (void)context;
  int error = errno;
  // The kernel's own signals (a terminal's keys) have no sender.
  struct acc_signal_note note = {
      .number = number, .sender = info != NULL && info->si_code <= 0 ? info->si_pid : 0};
  // A full pipe holds thousands of signals that nobody has read; one more says nothing new.
  ssize_t ignored = write(notes, &note, sizeof note);
  (void)ignored;
  errno = error;
}

int acc_note_signal(int number, int descriptor, bool heeds_ignored) {
  struct sigaction action;
  if (heeds_ignored) {
    if (sigaction(number, NULL, &action) < 0) return -1;
    if (action.sa_handler == SIG_IGN) return 0;
  }
  notes = descriptor;
  memset(&action, 0, sizeof action);
  sigfillset(&action.sa_mask);
  action.sa_flags = SA_RESTART | SA_SIGINFO;
  action.sa_sigaction = on_signal;
  return sigaction(number, &action, NULL);
}

void acc_die_of(int number) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  action.sa_handler = SIG_DFL;
  sigaction(number, &action, NULL);
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, number);
  pthread_sigmask(SIG_UNBLOCK, &one, NULL);
  raise(number);
  kill(getpid(), number);
}
