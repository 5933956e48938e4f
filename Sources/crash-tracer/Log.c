// Owns: the log: each call that changed the home, and what a power loss would have left.
//
// Lines of fields with tabs between them; paths are percent-encoded and relative to the home.
//   call NUMBER SYNC NAME PATH OTHER RESULT   RESULT: `killed`, or what the call returned
//   data FILE CONTENTS   the file's contents are durable; CONTENTS is a file beside the log
//   new FILE             made just now: nothing of it is durable
//   cut FILE LENGTH      cut to this length, which is not durable
//   node PATH FILE KIND MODE   one entry of the home's tree; `tree COUNT` follows the last
//   tree COUNT           all names that there are; those before it are durable by a journal
//   folder FILE          this folder's own entries are synced
// FILE is an inode number.
#ifdef __linux__
#define _GNU_SOURCE

#include "Tracer.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

struct counters {
  _Atomic uint64_t changes, syncs, contents;
};

static struct counters *counters;
static const struct options *settings;
static int log_file = -1;
static char *record;
static size_t record_length, record_room;

static void add(const char *format, ...) {
  while (true) {
    va_list values;
    va_start(values, format);
    int count = vsnprintf(record + record_length, record_room - record_length, format, values);
    va_end(values);
    if (count < 0) return;
    if (record_length + (size_t)count < record_room) {
      record_length += (size_t)count;
      return;
    }
    record_room = 2 * record_room + (size_t)count + 4096;
    record = realloc(record, record_room);
    if (!record) _exit(125);
  }
}

static void add_encoded(const char *path) {
  if (!path[0]) {
    add("-");
    return;
  }
  for (const unsigned char *byte = (const unsigned char *)path; *byte; byte++)
    if (*byte <= 0x20 || *byte == '%' || *byte >= 0x7F)
      add("%%%02X", *byte);
    else
      add("%c", *byte);
}

static void add_path(const char *path) {
  if (is_inside(path, settings->home)) {
    const char *rest = path + strlen(settings->home);
    add_encoded(*rest ? rest + 1 : ".");
    return;
  }
  if (is_inside(path, settings->beside)) {
    add("{tmp}");
    add_encoded(path + strlen(settings->beside));
    return;
  }
  add_encoded(path[0] ? "{outside}" : "");
}

// At once: several tracers may write to one log.
static void flush(void) {
  if (record_length && write(log_file, record, record_length) < 0) _exit(125);
  record_length = 0;
}

static void keep_contents(const char *path, const struct stat *status) {
  uint64_t number = atomic_fetch_add(&counters->contents, 1) + 1;
  char name[PATH_MAX];
  snprintf(name, sizeof name, "%s/contents-%llu", settings->log, (unsigned long long)number);
  int from = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  int to = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  bool is_whole = from >= 0 && to >= 0;
  while (is_whole) {
    ssize_t count = sendfile(to, from, NULL, 1 << 20);
    if (count == 0) break;
    is_whole = count > 0;
  }
  if (from >= 0) close(from);
  if (to >= 0) close(to);
  if (is_whole)
    add("data\t%llu\tcontents-%llu\n", (unsigned long long)status->st_ino,
        (unsigned long long)number);
}

static unsigned long add_tree(const char *folder, bool is_all_durable) {
  unsigned long count = 0;
  DIR *entries = opendir(folder);
  if (!entries) return 0;
  struct dirent *entry;
  while ((entry = readdir(entries))) {
    if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
    char path[PATH_MAX];
    struct stat status;
    if (snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) >= PATH_MAX) continue;
    if (lstat(path, &status) < 0) continue;
    char kind = S_ISDIR(status.st_mode) ? 'd' : S_ISREG(status.st_mode) ? 'f' : 'o';
    if (is_all_durable && kind == 'f') keep_contents(path, &status);
    add("node\t");
    add_path(path);
    add("\t%llu\t%c\t%o\n", (unsigned long long)status.st_ino, kind, status.st_mode & 07777);
    count++;
    if (kind == 'd') count += add_tree(path, is_all_durable);
  }
  closedir(entries);
  return count;
}

static void add_whole_tree(bool is_all_durable) {
  unsigned long count = add_tree(settings->home, is_all_durable);
  add("tree\t%lu\n", count);
}

static void add_folder(const char *path) {
  struct stat status;
  if (stat(path, &status) == 0) add("folder\t%llu\n", (unsigned long long)status.st_ino);
}

static void add_all_folders(const char *folder) {
  add_folder(folder);
  DIR *entries = opendir(folder);
  if (!entries) return;
  struct dirent *entry;
  while ((entry = readdir(entries))) {
    if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
    char path[PATH_MAX];
    struct stat status;
    if (snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) >= PATH_MAX) continue;
    if (lstat(path, &status) == 0 && S_ISDIR(status.st_mode)) add_all_folders(path);
  }
  closedir(entries);
}

static void add_everything(void) {
  add_whole_tree(true);
  add_all_folders(settings->home);
}

int log_open(const struct options *options) {
  settings = options;
  char name[PATH_MAX];
  snprintf(name, sizeof name, "%s/counts", options->log);
  int file = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0 || ftruncate(file, sizeof(struct counters)) < 0) return -1;
  counters = mmap(NULL, sizeof(struct counters), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (counters == MAP_FAILED) return -1;
  snprintf(name, sizeof name, "%s/log", options->log);
  log_file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0600);
  if (log_file >= 0) {
    if (options->keeps_contents) add_everything();
    flush();
    return 0;
  }
  log_file = open(name, O_WRONLY | O_APPEND | O_CLOEXEC);
  return log_file < 0 ? -1 : 0;
}

void log_number(struct call *call) {
  call->number = atomic_fetch_add(&counters->changes, 1) + 1;
  if (call->syncs) call->sync_number = atomic_fetch_add(&counters->syncs, 1) + 1;
}

void log_call(const struct call *call, int64_t result, bool is_killed) {
  add("call\t%llu\t%llu\t%s\t", (unsigned long long)call->number,
      (unsigned long long)call->sync_number, call->form->name);
  add_path(call->path);
  add("\t");
  add_path(call->other);
  if (is_killed)
    add("\tkilled\n");
  else
    add("\t%lld\n", (long long)result);
  flush();
}

void log_durable(const struct call *call, pid_t thread, const uint64_t *arguments) {
  if (!settings->keeps_contents) return;
  char path[PATH_MAX];
  struct stat status;
  snprintf(path, sizeof path, "%s", call->path);
  // By its descriptor: the file may have another name by now.
  if (call->form->kind == CALL_SYNC || call->form->kind == CALL_CUT ||
      call->form->kind == CALL_WRITE)
    snprintf(path, sizeof path, "/proc/%d/fd/%d", thread, (int)arguments[call->form->first]);
  if (call->form->kind == CALL_SYNC_ALL) {
    add_everything();
  } else if (stat(path, &status) < 0) {
    return;
  } else if (call->syncs) {
    if (S_ISREG(status.st_mode)) keep_contents(path, &status);
    add_whole_tree(false);
    if (S_ISDIR(status.st_mode)) add_folder(path);
  } else if (call->is_new || call->form->kind == CALL_MAKE) {
    add("new\t%llu\n", (unsigned long long)status.st_ino);
  } else if (call->truncates) {
    add("cut\t%llu\t%llu\n", (unsigned long long)status.st_ino, (unsigned long long)call->length);
  }
  flush();
}

void log_reached(void) {
  char name[PATH_MAX];
  snprintf(name, sizeof name, "%s/reached", settings->log);
  int file = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (file >= 0) close(file);
}

#else
extern int crash_tracer_log_is_not_here;
#endif
