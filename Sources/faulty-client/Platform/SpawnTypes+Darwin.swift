#if canImport(Darwin)

  import SystemLibrary

  /// Both types are pointers on Darwin.
  enum SpawnTypes {
    static var noActions: posix_spawn_file_actions_t? { nil }
    static var noAttributes: posix_spawnattr_t? { nil }
    static var ownSession: Int16 { Int16(POSIX_SPAWN_SETSID) }
  }

#endif
