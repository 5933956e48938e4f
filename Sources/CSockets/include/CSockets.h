// Owns: descriptors that are close-on-exec from their first moment, and the event that tells of a
// peer's leaving. Swift does not see these calls, because the headers show them to GNU sources only.
#pragma once

/// accept(2); -1 and errno where it fails.
int csockets_accept(int listener);
/// socket(2) for TCP over IPv4; -1 and errno where it fails.
int csockets_open(void);
/// pipe(2); 0, or -1 and errno.
int csockets_pipe(int ends[2]);
/// poll(2)'s event for a peer that closed its side.
short csockets_hang_up(void);
