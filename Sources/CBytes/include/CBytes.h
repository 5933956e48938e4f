#pragma once

// Loops over every byte of a text. They are C because `swift run` makes a build for debugging, in which
// such a loop in Swift takes some thirty times as long.

#include <stddef.h>
#include <stdint.h>

/// Kept between two runs in what the functions below write.
#define CBYTES_SEPARATOR 0xFF

/// In a table of values: a byte that ends a run, and one that is skipped within it.
#define CBYTES_NO_DIGIT 0xFF
#define CBYTES_BETWEEN 0xFE

/// Copies the runs of bytes that `is_printable` marks and that are at least `least` long, each followed
/// by a separator.
/// `output` has room for `count + 1` bytes. Returns how many were written.
size_t cbytes_printable_runs(const uint8_t *input, size_t count, const uint8_t is_printable[256],
                             size_t least, uint8_t *output);

/// Writes the values of the digits of each run that has at least `least` of them, followed by a
/// separator. With `leaves_out_hex`, runs of 32 and more lower-case hex digits are left out.
/// `output` has room for `count + 1` bytes. Returns how many were written.
size_t cbytes_digit_runs(const uint8_t *input, size_t count, const uint8_t values[256], size_t least,
                         int leaves_out_hex, uint8_t *output);

/// Packs values of `bits` bits each, as `cbytes_digit_runs` writes them, into bytes; of each run the
/// first `offset` values are skipped.
/// `output` has room for `count` bytes. Returns how many were written.
size_t cbytes_pack(const uint8_t *values, size_t count, unsigned bits, size_t offset, uint8_t *output);

/// Writes `folds[byte]` for each byte for which it is not 0, up to the first byte `stop`.
/// `output` has room for `count` bytes. Returns how many were written; `*used` is how many were read,
/// `stop` included.
size_t cbytes_fold(const uint8_t *input, size_t count, const uint8_t folds[256], uint8_t stop,
                   size_t *used, uint8_t *output);

/// Finds the next place from `start` on at which the last eight bytes, `*window`, have their bit in a
/// sieve of `1 << sieve_bits` bits.
/// Returns the index of the window's last byte, or `count`.
size_t cbytes_next_in_sieve(const uint8_t *input, size_t count, size_t start, const uint64_t *sieve,
                            unsigned sieve_bits, uint64_t *window);
