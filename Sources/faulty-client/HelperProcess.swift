// Owns: a process that does nothing for a while, started beside the client.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

enum HelperProcess {
  struct NotStarted: Error, CustomStringConvertible {
    let code: Int32
    var description: String { "the helper process could not be started: error \(code)" }
  }

  /// Starts `sleep`, with none of the client's descriptors.
  ///
  /// - Parameter isOwnSession: Whether it leaves the client's process group and session.
  static func start(seconds: String, isOwnSession: Bool) throws(NotStarted) {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    for descriptor: Int32 in [0, 1, 2] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    if isOwnSession { posix_spawnattr_setflags(&attributes, Self.ownSession) }
    let arguments: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup(seconds)]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let code = posix_spawn(
      &process, "/bin/sleep", &actions, &attributes, arguments + [nil], nil)
    guard code == 0 else { throw NotStarted(code: code) }
  }

  #if canImport(Darwin)
    private static let ownSession = Int16(POSIX_SPAWN_SETSID)
  #else
    /// `POSIX_SPAWN_SETSID` of glibc's spawn.h, which only GNU sources may see.
    private static let ownSession: Int16 = 0x80
  #endif
}
