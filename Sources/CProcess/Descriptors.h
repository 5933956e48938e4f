// What the child does about descriptors between fork and exec: async-signal-safe.
#pragma once

/// Gives the child the descriptor limit that the runner was started with.
void acc_restore_descriptor_limit(void);

#ifdef __linux__
/// Marks every descriptor from 3 on close-on-exec. Cannot fail: where the kernel or a sandbox
/// refuses close_range, /proc/self/fd is read; where that is missing, each number is tried.
void acc_close_others_on_exec(void);
#endif
