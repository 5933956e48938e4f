// Removing a folder that a client has had: whatever its names, depth and permissions.

#ifdef __linux__
#define _GNU_SOURCE
#endif

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "CProcess.h"

// One descriptor for each level; what lies deeper is moved up first.
enum { deepest = 64 };

struct removal {
  int top;  // where folders from too deep are moved
  unsigned moved;
  unsigned long removed;
  struct acc_removal_result *result;
};

static void remove_entry(struct removal *removal, int parent, const char *name, int depth);

static bool is_dots(const char *name) {
  return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

static void keep(struct removal *removal, int error) {
  if (removal->result->kept_count == 0) removal->result->error_number = error;
  removal->result->kept_count += 1;
}

static void move_up(struct removal *removal, int parent, const char *name) {
  char fresh[64];
  // The client may have such a name itself.
  for (int attempt = 0; attempt < 1000; attempt++) {
    snprintf(fresh, sizeof fresh, ".acceptance-removed-%u", removal->moved++);
    struct stat status;
    if (fstatat(removal->top, fresh, &status, AT_SYMLINK_NOFOLLOW) == 0) continue;
    if (renameat(parent, name, removal->top, fresh) == 0) {
      removal->removed += 1;
      return;
    }
    break;
  }
  keep(removal, errno);
}

// Again as long as something goes: a folder that is changed while it is read may pass over names.
static void empty(struct removal *removal, int folder, int depth) {
  int copy = fcntl(folder, F_DUPFD_CLOEXEC, 0);
  DIR *stream = copy < 0 ? NULL : fdopendir(copy);
  if (stream == NULL) {
    int error = errno;
    if (copy >= 0) close(copy);
    keep(removal, error);
    return;
  }
  unsigned long before;
  unsigned long kept = removal->result->kept_count;
  int error = removal->result->error_number;
  do {
    before = removal->removed;
    removal->result->kept_count = kept;
    removal->result->error_number = error;
    rewinddir(stream);
    for (struct dirent *entry; (entry = readdir(stream)) != NULL;) {
      if (!is_dots(entry->d_name)) remove_entry(removal, folder, entry->d_name, depth);
    }
  } while (removal->removed > before);
  closedir(stream);
}

static void remove_entry(struct removal *removal, int parent, const char *name, int depth) {
  struct stat status;
  if (fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW) < 0) {
    if (errno != ENOENT) keep(removal, errno);
    return;
  }
  if (!S_ISDIR(status.st_mode)) {
    if (unlinkat(parent, name, 0) == 0) {
      removal->removed += 1;
    } else if (errno != ENOENT) {
      keep(removal, errno);
    }
    return;
  }
  if ((status.st_mode & S_IRWXU) != S_IRWXU) fchmodat(parent, name, S_IRWXU, 0);
  if (unlinkat(parent, name, AT_REMOVEDIR) == 0) {
    removal->removed += 1;
    return;
  }
  if (depth >= deepest) {
    move_up(removal, parent, name);
    return;
  }
  unsigned long kept = removal->result->kept_count;
  int folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) {
    keep(removal, errno);
    return;
  }
  empty(removal, folder, depth + 1);
  close(folder);
  if (unlinkat(parent, name, AT_REMOVEDIR) == 0) {
    removal->removed += 1;
  } else if (removal->result->kept_count == kept) {
    keep(removal, errno);
  }
}

void acc_remove_tree(const char *path, struct acc_removal_result *result) {
  *result = (struct acc_removal_result){0};
  struct stat status;
  if (lstat(path, &status) < 0 && errno == ENOENT) return;
  chmod(path, S_IRWXU);
  int top = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (top < 0) {
    *result = (struct acc_removal_result){.kept_count = 1, .error_number = errno};
    return;
  }
  struct removal removal = {.top = top, .result = result};
  empty(&removal, top, 0);
  close(top);
  if (rmdir(path) < 0 && errno != ENOENT && result->kept_count == 0) keep(&removal, errno);
}
