// refused: is only available in macOS 26, on macos
import Darwin

func folder(_ actions: inout posix_spawn_file_actions_t?) -> Int32 {
  posix_spawn_file_actions_addchdir(&actions, "/")
}
