#define _GNU_SOURCE
#include "CSockets.h"

#include <fcntl.h>
#include <poll.h>
#include <stddef.h>
#include <sys/socket.h>
#include <unistd.h>

void csockets_mutex_init(pthread_mutex_t *mutex) {
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
#ifdef __linux__
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ADAPTIVE_NP);
#endif
  pthread_mutex_init(mutex, &kind);
  pthread_mutexattr_destroy(&kind);
}

#ifdef __linux__
int csockets_accept(int listener) { return accept4(listener, NULL, NULL, SOCK_CLOEXEC); }
int csockets_open(void) { return socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0); }
int csockets_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }
short csockets_hang_up(void) { return POLLRDHUP; }
#else
// No atomic form: children are started with POSIX_SPAWN_CLOEXEC_DEFAULT, which closes the gap.
static int close_on_exec(int descriptor) {
  if (descriptor >= 0) fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  return descriptor;
}
int csockets_accept(int listener) { return close_on_exec(accept(listener, NULL, NULL)); }
int csockets_open(void) { return close_on_exec(socket(AF_INET, SOCK_STREAM, 0)); }
int csockets_pipe(int ends[2]) {
  if (pipe(ends) != 0) return -1;
  close_on_exec(ends[0]);
  close_on_exec(ends[1]);
  return 0;
}
short csockets_hang_up(void) { return POLLHUP; }
#endif
