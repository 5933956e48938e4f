#if os(Linux)

  import SystemLibrary

  extension MachineLoad {
    /// `/proc/loadavg` names it as of now: `0.20 0.18 0.12 3/80 11206`. The reader itself is one.
    static func runnableCount() -> Double? {
      guard let file = fopen("/proc/loadavg", "r") else { return average() }
      defer { fclose(file) }
      var buffer = [CChar](repeating: 0, count: 128)
      guard fgets(&buffer, Int32(buffer.count), file) != nil else { return average() }
      let text = String(
        decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      let fields = text.split(separator: " ")
      guard fields.count > 3, let running = Double(fields[3].prefix { $0 != "/" }) else {
        return average()
      }
      return max(0, running - 1)
    }
  }

#endif
