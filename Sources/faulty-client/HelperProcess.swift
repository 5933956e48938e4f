// Owns: a process that does nothing for a while, started beside the client.

import SystemLibrary

enum HelperProcess {
  struct NotStarted: Error, CustomStringConvertible {
    let code: Int32
    var description: String { "the helper process could not be started: error \(code)" }
  }

  /// Starts `sleep`, with none of the client's descriptors.
  ///
  /// - Parameter isOwnSession: Whether it leaves the client's process group and session.
  static func start(seconds: String, isOwnSession: Bool) throws(NotStarted) {
    var actions = SpawnTypes.noActions
    var attributes = SpawnTypes.noAttributes
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    for descriptor: Int32 in [0, 1, 2] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    if isOwnSession { posix_spawnattr_setflags(&attributes, SpawnTypes.ownSession) }
    let arguments: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup(seconds)]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let code = posix_spawn(
      &process, "/bin/sleep", &actions, &attributes, arguments + [nil], nil)
    guard code == 0 else { throw NotStarted(code: code) }
  }
}
