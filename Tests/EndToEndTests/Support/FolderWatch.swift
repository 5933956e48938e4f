// Owns: counting what happens in a folder and below it, while it happens, without a clock.
// Linux only: there is inotify.

#if os(Linux)
  import Foundation

  /// Sendable by hand: made by one thread and used by one.
  final class FolderWatch: @unchecked Sendable {
    private let queue: Int32
    private var folders: [Int32: String] = [:]

    init(_ folder: String) throws {
      queue = inotify_init1(Int32(IN_CLOEXEC))
      guard queue >= 0 else { throw POSIXError(.EMFILE) }
      add(folder)
    }

    deinit { close(queue) }

    private func add(_ folder: String) {
      let kinds = IN_CREATE | IN_MODIFY | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CLOSE_WRITE
      let watch = inotify_add_watch(queue, folder, UInt32(kinds))
      // A folder that is gone again has nothing to be counted.
      if watch >= 0 { folders[watch] = folder }
    }

    /// Blocks until `count` things have happened, or a file `end` was made in the folder.
    ///
    /// - Returns: How many happened.
    func wait(for count: Int, end: String) -> Int {
      var seen = 0
      var buffer = [UInt8](repeating: 0, count: 4096)
      while seen < count {
        let length = read(queue, &buffer, buffer.count)
        guard length > 0 else { return seen }
        for event in events(in: buffer[..<length]) {
          if event.name == end { return seen }
          if event.isFolder, event.isNew, let folder = folders[event.watch] {
            add(folder + "/" + event.name)
          }
          seen += 1
        }
      }
      return seen
    }

    private struct Event {
      let watch: Int32
      let name: String
      let isFolder: Bool
      let isNew: Bool
    }

    private func events(in bytes: ArraySlice<UInt8>) -> [Event] {
      var events: [Event] = []
      var rest = bytes
      func number(at offset: Int) -> UInt32 {
        rest.dropFirst(offset).prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
      }
      while rest.count >= 16 {
        let mask = number(at: 4)
        let length = Int(number(at: 12))
        let name = rest.dropFirst(16).prefix(length).prefix { $0 != 0 }
        events.append(
          Event(
            watch: Int32(bitPattern: number(at: 0)), name: String(decoding: name, as: UTF8.self),
            isFolder: mask & UInt32(IN_ISDIR) != 0,
            isNew: mask & UInt32(IN_CREATE | IN_MOVED_TO) != 0))
        rest = rest.dropFirst(16 + length)
      }
      return events
    }
  }
#endif
