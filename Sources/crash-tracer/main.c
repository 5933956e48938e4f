// Owns: the tracer's own arguments. `acceptance crash-test` starts it; it is of no use by itself.
//
//   crash-tracer --check
//   crash-tracer --home DIR --beside DIR --log DIR --kill-at N --side before|after
//                --count changes|syncs --contents yes|no -- PROGRAM…

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __linux__
#include "Tracer.h"

static const char *value_of(char **arguments, const char *name) {
  for (; *arguments && strcmp(*arguments, "--"); arguments++)
    if (!strcmp(*arguments, name) && arguments[1]) return arguments[1];
  fprintf(stderr, "crash-tracer: %s is wanted\n", name);
  exit(64);
}

static void set_folder(char *folder, const char *path) {
  if (realpath(path, folder)) return;
  perror("crash-tracer: a folder");
  exit(64);
}

int main(int count, char **arguments) {
  if (count == 2 && !strcmp(arguments[1], "--check")) {
    int error = trace_check();
    if (error) printf("%s\n", strerror(error));
    return error != 0;
  }
  static struct options options;
  set_folder(options.home, value_of(arguments, "--home"));
  set_folder(options.beside, value_of(arguments, "--beside"));
  options.log = value_of(arguments, "--log");
  options.kill_at = strtoull(value_of(arguments, "--kill-at"), NULL, 10);
  options.kills_after = !strcmp(value_of(arguments, "--side"), "after");
  options.counts_syncs = !strcmp(value_of(arguments, "--count"), "syncs");
  options.keeps_contents = !strcmp(value_of(arguments, "--contents"), "yes");
  char **command = arguments;
  while (*command && strcmp(*command, "--")) command++;
  if (!*command || !command[1]) {
    fprintf(stderr, "crash-tracer: -- and a program are wanted\n");
    return 64;
  }
  trace(&options, command + 1);
}

#else

int main(void) {
  printf("system calls are watched on Linux only\n");
  return 1;
}

#endif
