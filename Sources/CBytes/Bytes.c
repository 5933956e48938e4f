#include "CBytes.h"

#include <string.h>

size_t cbytes_printable_runs(const uint8_t *input, size_t count, const uint8_t is_printable[256],
                             size_t least, uint8_t *output) {
  size_t written = 0;
  size_t start = 0;
  for (size_t index = 0; index <= count; index++) {
    if (index < count && is_printable[input[index]]) continue;
    size_t length = index - start;
    if (length > 0 && length >= least) {
      memcpy(output + written, input + start, length);
      written += length;
      output[written++] = CBYTES_SEPARATOR;
    }
    start = index + 1;
  }
  return written;
}

static int is_lower_hex(uint8_t byte) {
  return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'f');
}

size_t cbytes_digit_runs(const uint8_t *input, size_t count, const uint8_t values[256], size_t least,
                         int leaves_out_hex, uint8_t *output) {
  size_t written = 0;
  size_t start = 0;
  int is_hex = 1;
  for (size_t index = 0; index <= count; index++) {
    uint8_t value = index < count ? values[input[index]] : CBYTES_NO_DIGIT;
    if (value == CBYTES_BETWEEN) continue;
    if (value != CBYTES_NO_DIGIT) {
      output[written++] = value;
      if (is_hex) is_hex = is_lower_hex(input[index]);
      continue;
    }
    size_t length = written - start;
    if (length < least || (leaves_out_hex && is_hex && length >= 32)) {
      written = start;
    } else {
      output[written++] = CBYTES_SEPARATOR;
      start = written;
    }
    is_hex = 1;
  }
  return written;
}

size_t cbytes_pack(const uint8_t *values, size_t count, unsigned bits, size_t offset, uint8_t *output) {
  size_t written = 0;
  size_t skipped = offset;
  uint32_t value = 0;
  unsigned open = 0;
  for (size_t index = 0; index < count; index++) {
    if (values[index] == CBYTES_SEPARATOR) {
      output[written++] = CBYTES_SEPARATOR;
      open = 0;
      skipped = offset;
    } else if (skipped > 0) {
      skipped--;
    } else {
      value = value << bits | values[index];
      open += bits;
      if (open >= 8) {
        open -= 8;
        output[written++] = (uint8_t)(value >> open);
      }
    }
  }
  return written;
}

size_t cbytes_fold(const uint8_t *input, size_t count, const uint8_t folds[256], uint8_t stop,
                   size_t *used, uint8_t *output) {
  size_t written = 0;
  size_t index = 0;
  while (index < count) {
    uint8_t byte = input[index++];
    if (folds[byte] != 0) output[written++] = folds[byte];
    if (byte == stop) break;
  }
  *used = index;
  return written;
}

size_t cbytes_next_in_sieve(const uint8_t *input, size_t count, size_t start, const uint64_t *sieve,
                            unsigned sieve_bits, uint64_t *window) {
  uint64_t last = *window;
  size_t index = start;
  for (; index < count; index++) {
    last = last << 8 | input[index];
    // Fibonacci hashing.
    uint64_t bit = (last * 0x9E3779B97F4A7C15u) >> (64 - sieve_bits);
    if (sieve[bit >> 6] >> (bit & 63) & 1) break;
  }
  *window = last;
  return index;
}
