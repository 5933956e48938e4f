#if canImport(Darwin)

  extension ProcessProbes {
    /// KERN_PROCARGS2 leaves out the environment of programs that System Integrity Protection restricts
    /// (xnu, bsd/kern/kern_sysctl.c, `cs_restricted`).
    static let hidesSystemEnvironments = true
  }

#endif
