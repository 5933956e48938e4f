#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

#include "CProcess.h"

struct start {
  void (*body)(void *);
  void *context;
};

static void *run(void *argument) {
  struct start start = *(struct start *)argument;
  free(argument);
  start.body(start.context);
  return NULL;
}

int acc_start_thread(void (*body)(void *), void *context, size_t stack_bytes) {
  struct start *start = malloc(sizeof *start);
  if (start == NULL) return ENOMEM;
  *start = (struct start){.body = body, .context = context};
  pthread_attr_t attributes;
  int error = pthread_attr_init(&attributes);
  if (error != 0) {
    free(start);
    return error;
  }
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  if (stack_bytes > 0) pthread_attr_setstacksize(&attributes, stack_bytes);
  // Signals are for the process: a thread of ours that is in a call is not interrupted.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  pthread_t thread;
  error = pthread_create(&thread, &attributes, run, start);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  if (error != 0) free(start);
  return error;
}

struct gate {
  pthread_mutex_t mutex;
  pthread_cond_t opened;
  int is_open;
};

static void *wait_at(void *argument) {
  struct gate *gate = argument;
  pthread_mutex_lock(&gate->mutex);
  while (!gate->is_open) pthread_cond_wait(&gate->opened, &gate->mutex);
  pthread_mutex_unlock(&gate->mutex);
  return NULL;
}

int acc_try_threads(int count, int *made) {
  struct gate gate = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
  pthread_t threads[64];
  if (count > 64) count = 64;
  int error = 0;
  *made = 0;
  while (*made < count) {
    error = pthread_create(&threads[*made], NULL, wait_at, &gate);
    if (error != 0) break;
    *made += 1;
  }
  pthread_mutex_lock(&gate.mutex);
  gate.is_open = 1;
  pthread_cond_broadcast(&gate.opened);
  pthread_mutex_unlock(&gate.mutex);
  for (int index = 0; index < *made; index++) pthread_join(threads[index], NULL);
  return error;
}
