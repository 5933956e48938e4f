#pragma once

/// Swaps what two paths name, in one step.
/// Returns 0, or -1 with errno set; ENOSYS, EINVAL or ENOTSUP where the file system cannot do it.
int cfiles_exchange(const char *first, const char *second);
