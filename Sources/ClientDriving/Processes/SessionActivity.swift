enum SessionActivity {
  /// Whether there was an instant at which every thread of the session slept: each of them waited
  /// for something from outside, so nothing that had reached the client was left to be handled. A
  /// thread that waits for a processor does not sleep, however busy the machine is.
  ///
  /// - Returns: `nil` where the system does not say, or the session has no process.
  static func isAsleep(session: Int32) -> Bool? {
    // Each thread is looked at on its own: one that slept may have been woken by the next. Whoever
    // ran between the two looks has been switched in.
    guard let first = threads(of: session), !first.isEmpty else { return nil }
    guard first.values.allSatisfy(\.sleeps) else { return false }
    return threads(of: session).map { $0 == first }
  }
}

/// What is known of a thread at one look; on macOS of all threads of a process.
struct ThreadStatus: Hashable {
  let sleeps: Bool
  /// How often it was given a processor, or gave one back.
  let switchCount: Int
}

extension ThreadStatus {
  /// Reads `/proc/<pid>/task/<tid>/status`; `nil` where it is none.
  init?(lines: some Sequence<UInt8>) {
    var state: Substring?
    var counts: [Int] = []
    for line in String(decoding: Array(lines), as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let value = parts[1].drop { $0 == "\t" || $0 == " " }
      switch parts[0] {
      case "State": state = value.prefix(1)
      case "voluntary_ctxt_switches", "nonvoluntary_ctxt_switches":
        if let count = Int(value) { counts.append(count) }
      default: continue
      }
    }
    guard let state, counts.count == 2 else { return nil }
    // Waiting for a disk is work under way.
    self.init(sleeps: state == "S" || state == "I", switchCount: counts[0] + counts[1])
  }
}
