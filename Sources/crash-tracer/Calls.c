// Owns: which system calls change a file system, and whether one of them is about the client's home.
#ifdef __linux__
#define _GNU_SOURCE

#include "Tracer.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

const struct call_form call_forms[] = {
    {SYS_write, "write", CALL_WRITE, 0, -1, -1, -1, -1},
    {SYS_pwrite64, "pwrite", CALL_WRITE, 0, -1, -1, -1, -1},
    {SYS_writev, "writev", CALL_WRITE, 0, -1, -1, -1, -1},
    {SYS_pwritev, "pwritev", CALL_WRITE, 0, -1, -1, -1, -1},
    {SYS_pwritev2, "pwritev2", CALL_WRITE, 0, -1, -1, -1, -1},
    {SYS_sendfile, "sendfile", CALL_WRITE, 0, -1, -1, -1, -1},
    {SYS_splice, "splice", CALL_WRITE, 2, -1, -1, -1, -1},
    {SYS_copy_file_range, "copy_file_range", CALL_WRITE, 2, -1, -1, -1, -1},
    {SYS_fallocate, "fallocate", CALL_WRITE, 0, -1, -1, -1, -1},
    {SYS_fsync, "fsync", CALL_SYNC, 0, -1, -1, -1, -1},
    {SYS_fdatasync, "fdatasync", CALL_SYNC, 0, -1, -1, -1, -1},
    {SYS_sync, "sync", CALL_SYNC_ALL, -1, -1, -1, -1, -1},
    {SYS_syncfs, "syncfs", CALL_SYNC_ALL, 0, -1, -1, -1, -1},
    {SYS_msync, "msync", CALL_SYNC_MEMORY, -1, -1, -1, -1, 2},
    {SYS_ftruncate, "ftruncate", CALL_CUT, 0, -1, -1, -1, 1},
    {SYS_truncate, "truncate", CALL_CUT_PATH, -1, -1, 0, -1, 1},
    {SYS_openat, "openat", CALL_OPEN, 0, -1, 1, -1, 2},
    {SYS_openat2, "openat2", CALL_OPEN_HOW, 0, -1, 1, -1, 2},
    {SYS_mkdirat, "mkdirat", CALL_MAKE, 0, -1, 1, -1, -1},
    {SYS_mknodat, "mknodat", CALL_MAKE, 0, -1, 1, -1, -1},
    {SYS_symlinkat, "symlinkat", CALL_MAKE, 1, -1, 2, -1, -1},
    {SYS_linkat, "linkat", CALL_MOVE, 0, 2, 1, 3, -1},
    {SYS_unlinkat, "unlinkat", CALL_REMOVE, 0, -1, 1, -1, -1},
    {SYS_renameat2, "renameat2", CALL_MOVE, 0, 2, 1, 3, -1},
#ifdef SYS_renameat
    {SYS_renameat, "renameat", CALL_MOVE, 0, 2, 1, 3, -1},
#endif
#ifdef SYS_open
    {SYS_open, "open", CALL_OPEN, -1, -1, 0, -1, 1},
    {SYS_creat, "creat", CALL_OPEN, -1, -1, 0, -1, -1},
    {SYS_mkdir, "mkdir", CALL_MAKE, -1, -1, 0, -1, -1},
    {SYS_mknod, "mknod", CALL_MAKE, -1, -1, 0, -1, -1},
    {SYS_symlink, "symlink", CALL_MAKE, -1, -1, 1, -1, -1},
    {SYS_link, "link", CALL_MOVE, -1, -1, 0, 1, -1},
    {SYS_unlink, "unlink", CALL_REMOVE, -1, -1, 0, -1, -1},
    {SYS_rmdir, "rmdir", CALL_REMOVE, -1, -1, 0, -1, -1},
    {SYS_rename, "rename", CALL_MOVE, -1, -1, 0, 1, -1},
#endif
};
const int call_form_count = sizeof call_forms / sizeof call_forms[0];

const struct call_form *call_form_of(long number) {
  for (int index = 0; index < call_form_count; index++)
    if (call_forms[index].number == number) return &call_forms[index];
  return NULL;
}

bool flags_can_change(uint64_t flags) { return flags & (O_CREAT | O_TRUNC | __O_TMPFILE); }

bool is_inside(const char *path, const char *folder) {
  size_t length = strlen(folder);
  return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == 0);
}

static bool read_bytes(pid_t thread, uint64_t address, void *buffer, size_t count) {
  struct iovec here = {buffer, count}, there = {(void *)address, count};
  return process_vm_readv(thread, &here, 1, &there, 1, 0) == (ssize_t)count;
}

// A page at a time: the next one may not be there.
static bool read_text(pid_t thread, uint64_t address, char *text) {
  size_t length = 0;
  while (length < PATH_MAX - 1) {
    size_t count = 4096 - (address + length) % 4096;
    if (count > PATH_MAX - 1 - length) count = PATH_MAX - 1 - length;
    if (!read_bytes(thread, address + length, text + length, count)) return false;
    if (memchr(text + length, 0, count)) return true;
    length += count;
  }
  return false;
}

static bool read_link(char *path, pid_t thread, const char *name) {
  char link[64];
  snprintf(link, sizeof link, "/proc/%d/%s", thread, name);
  ssize_t count = readlink(link, path, PATH_MAX - 1);
  if (count < 0) return false;
  path[count] = 0;
  return path[0] == '/';
}

static bool descriptor_path(char *path, pid_t thread, int descriptor) {
  char name[32];
  snprintf(name, sizeof name, "fd/%d", descriptor);
  return read_link(path, thread, name);
}

// The path with every link but the last part's followed.
static bool resolve(char *path, pid_t thread, int folder, uint64_t address) {
  char text[PATH_MAX], joined[2 * PATH_MAX], parent[PATH_MAX];
  if (!read_text(thread, address, text) || !text[0]) return false;
  if (text[0] == '/') {
    snprintf(joined, sizeof joined, "%s", text);
  } else {
    if (folder == AT_FDCWD ? !read_link(parent, thread, "cwd")
                           : !descriptor_path(parent, thread, folder))
      return false;
    snprintf(joined, sizeof joined, "%s/%s", parent, text);
  }
  size_t length = strlen(joined);
  while (length > 1 && joined[length - 1] == '/') joined[--length] = 0;
  char *slash = strrchr(joined, '/');
  if (!slash) return false;
  *slash = 0;
  if (!realpath(joined[0] ? joined : "/", parent)) return false;
  return snprintf(path, PATH_MAX, "%s/%s", strcmp(parent, "/") ? parent : "", slash + 1) < PATH_MAX;
}

static bool is_there(const char *path) {
  struct stat status;
  return lstat(path, &status) == 0;
}

// The file that is mapped at an address.
static bool mapped_path(char *path, pid_t thread, uint64_t address) {
  char name[64], line[PATH_MAX + 128];
  snprintf(name, sizeof name, "/proc/%d/maps", thread);
  FILE *maps = fopen(name, "re");
  if (!maps) return false;
  bool found = false;
  while (!found && fgets(line, sizeof line, maps)) {
    unsigned long begin, end;
    int at = 0;
    if (sscanf(line, "%lx-%lx %*s %*s %*s %*s %n", &begin, &end, &at) < 2 || !at) continue;
    if (address < begin || address >= end || line[at] != '/') continue;
    line[strcspn(line, "\n")] = 0;
    snprintf(path, PATH_MAX, "%s", line + at);
    found = true;
  }
  fclose(maps);
  return found;
}

static bool reads_opening(struct call *call, pid_t thread, const uint64_t *arguments) {
  const struct call_form *form = call->form;
  uint64_t flags = O_CREAT | O_TRUNC;
  if (form->kind == CALL_OPEN_HOW) {
    struct open_how how;
    if (!read_bytes(thread, arguments[form->flags], &how, sizeof how)) return false;
    flags = how.flags;
  } else if (form->flags >= 0) {
    flags = arguments[form->flags];
  }
  if (!flags_can_change(flags)) return false;
  bool exists = is_there(call->path);
  call->is_new = !exists && (flags & O_CREAT);
  call->truncates = exists && (flags & O_TRUNC);
  return call->is_new || call->truncates;
}

static bool is_written_through(pid_t thread, int descriptor) {
  char name[64], line[256];
  snprintf(name, sizeof name, "/proc/%d/fdinfo/%d", thread, descriptor);
  FILE *info = fopen(name, "re");
  if (!info) return false;
  unsigned long flags = 0;
  while (fgets(line, sizeof line, info)) sscanf(line, "flags: %lo", &flags);
  fclose(info);
  return flags & O_DSYNC;
}

bool call_read(struct call *call, const struct options *options, pid_t thread,
               const struct call_form *form, const uint64_t *arguments) {
  *call = (struct call){.form = form};
  int folder = form->first < 0 ? AT_FDCWD : (int)arguments[form->first];
  switch (form->kind) {
    case CALL_WRITE:
    case CALL_SYNC:
    case CALL_CUT:
      if (!descriptor_path(call->path, thread, folder)) return false;
      break;
    case CALL_SYNC_ALL: snprintf(call->path, PATH_MAX, "%s", options->home); break;
    case CALL_SYNC_MEMORY:
      if (!(arguments[form->flags] & MS_SYNC)) return false;
      if (!mapped_path(call->path, thread, arguments[0])) return false;
      break;
    case CALL_CUT_PATH:
    case CALL_OPEN:
    case CALL_OPEN_HOW:
    case CALL_MAKE:
    case CALL_REMOVE:
    case CALL_MOVE:
      if (!resolve(call->path, thread, folder, arguments[form->path])) return false;
      break;
  }
  if (form->kind == CALL_MOVE) {
    int second = form->second < 0 ? AT_FDCWD : (int)arguments[form->second];
    if (!resolve(call->other, thread, second, arguments[form->other])) return false;
  }
  bool beside = is_inside(call->path, options->beside);
  if (!is_inside(call->path, options->home) && !is_inside(call->other, options->home) && !beside)
    return false;
  switch (form->kind) {
    case CALL_OPEN:
    case CALL_OPEN_HOW:
      if (!reads_opening(call, thread, arguments)) return false;
      break;
    case CALL_MAKE:
      if (is_there(call->path)) return false;
      break;
    case CALL_REMOVE:
    case CALL_MOVE:
      if (!is_there(call->path)) return false;
      break;
    case CALL_CUT:
    case CALL_CUT_PATH:
      call->truncates = true;
      call->length = arguments[form->flags];
      break;
    case CALL_WRITE:
      call->syncs = options->keeps_contents && is_written_through(thread, folder);
      break;
    case CALL_SYNC:
    case CALL_SYNC_ALL:
    case CALL_SYNC_MEMORY: call->syncs = true; break;
  }
  return true;
}

#else
extern int crash_tracer_calls_are_not_here;
#endif
