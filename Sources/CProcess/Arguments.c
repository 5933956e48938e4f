// Owns: the program's arguments without /proc, which Swift's CommandLine reads them from on Linux.
#include <stddef.h>

#include "CProcess.h"

static int argument_count = 0;
static char **argument_values = NULL;

#if defined(__GLIBC__) || defined(__APPLE__)
// Both call constructors with what main gets.
__attribute__((constructor)) static void keep_arguments(int count, char **values) {
  argument_count = count;
  argument_values = values;
}
#endif

int acc_argument_count(void) { return argument_count; }

const char *acc_argument(int index) {
  if (argument_values == NULL || index < 0 || index >= argument_count) return NULL;
  return argument_values[index];
}
