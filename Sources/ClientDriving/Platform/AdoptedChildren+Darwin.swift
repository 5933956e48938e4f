#if canImport(Darwin)

  enum AdoptedChildren {
    /// Darwin hands no process another's orphans, and its process table is read at one moment.
    static func visit(_ body: (ProcessEntry) -> Void) {}
  }

#endif
