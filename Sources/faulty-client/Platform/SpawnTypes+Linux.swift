#if os(Linux)

  import SystemLibrary

  enum SpawnTypes {
    static var noActions: posix_spawn_file_actions_t { posix_spawn_file_actions_t() }
    static var noAttributes: posix_spawnattr_t { posix_spawnattr_t() }
    /// `POSIX_SPAWN_SETSID` of glibc's spawn.h, which only GNU sources may see.
    static let ownSession: Int16 = 0x80
  }

#endif
