#if canImport(Darwin)

  extension RefusedCall {
    /// Darwin refuses none that a run uses.
    package static func all() -> [RefusedCall] { [] }
  }

#endif
