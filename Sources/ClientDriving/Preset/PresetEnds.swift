// Owns: waiting until an app that was killed is gone, and names that need no quoting anywhere.

import Dispatch

enum PresetEnds {
  /// As long as `OrphanProcesses` waits for killed processes.
  static let limit = Duration.seconds(5)
  private static let queue = DispatchQueue(
    label: "acceptance.preset-ends", qos: .userInitiated, attributes: .concurrent)

  /// - Returns: Whether it is still there after the limit.
  static func wait(for entry: ProcessEntry) async -> Bool {
    await withCheckedContinuation { continuation in
      // Of its own, because it blocks.
      queue.async {
        guard let handle = ProcessHandle(entry) else {
          return continuation.resume(returning: false)
        }
        continuation.resume(
          returning: !ProcessHandle.waitUntilGone([handle], within: limit).isEmpty)
      }
    }
  }
}

enum PresetName {
  static let wanted = "letters, digits, dots, hyphens and underscores, beginning with a letter"

  static func isPlain(_ name: String) -> Bool {
    guard let first = name.utf8.first, isLetter(first) else { return false }
    return name.utf8.allSatisfy { byte in
      isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_")].contains(byte)
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
