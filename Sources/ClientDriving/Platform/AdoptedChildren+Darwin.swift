#if canImport(Darwin)

  enum AdoptedChildren {
    /// `nil`: Darwin hands no process another's orphans.
    static func list() -> [Int32]? { nil }
  }

#endif
