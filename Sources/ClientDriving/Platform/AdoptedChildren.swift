import CProcess

#if os(Linux)
  import Foundation
#endif

enum AdoptedChildren {
  /// The children of this process as the kernel lists them, adopted ones too; `nil` where the
  /// system keeps no such list. Quicker to read than the process table: a process that lives for
  /// milliseconds is still there when it is looked at.
  static func list() -> [Int32]? {
    #if os(Linux)
      guard let threads = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
      else { return nil }
      var children: [Int32] = []
      for thread in threads {
        // Kernels without CONFIG_PROC_CHILDREN lack the file; a thread may have ended meanwhile.
        guard let bytes = ProcessTable.contents("/proc/self/task/\(thread)/children") else {
          continue
        }
        children += bytes.split(separator: UInt8(ascii: " ")).compactMap {
          Int32(String(decoding: $0, as: UTF8.self))
        }
      }
      return children
    #else
      return nil
    #endif
  }
}
