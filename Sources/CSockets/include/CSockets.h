// Owns: descriptors that are close-on-exec from their first moment, the event that tells of a peer's
// leaving, and a mutex for short work. Swift does not see these calls, because the headers show them to GNU sources only.
#pragma once

#include <pthread.h>

/// accept(2); -1 and errno where it fails.
int csockets_accept(int listener);
/// socket(2) for TCP over IPv4; -1 and errno where it fails.
int csockets_open(void);
/// pipe(2); 0, or -1 and errno.
int csockets_pipe(int ends[2]);
/// Makes a mutex whose waiters look again for a moment before they sleep, where there is such a kind.
void csockets_mutex_init(pthread_mutex_t *mutex);
/// poll(2)'s event for a peer that closed its side.
short csockets_hang_up(void);
