#if !os(Linux)

  extension ThreadTimes {
    /// Not counted here: the runner judges by the machine's load instead.
    static func read(_: Int32) -> ThreadTimes? { nil }
  }

#endif
