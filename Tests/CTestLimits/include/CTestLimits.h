// Linked into the tests: their process gets as many descriptors as a run's (see Limits.c).
