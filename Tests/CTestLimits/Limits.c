#include "CProcess.h"
#include "CTestLimits.h"

// All tests run in one process, side by side; one of them holds a thousand connections. macOS gives a
// process 256 descriptors until it asks for more.
__attribute__((constructor)) static void raise_descriptor_limit(void) {
  acc_raise_descriptor_limit(ACC_DESCRIPTOR_GOAL);
}
