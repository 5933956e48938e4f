import SystemLibrary

/// What the stores and reports expect of the file system.
package enum FileProbes {
  /// - Parameter folder: An existing one, the probes' own.
  package static func all(in folder: String) -> [PlatformProbe] {
    let files = SystemFiles()
    return [
      PlatformProbe("file and folder made durable", expected: "done") {
        let file = try files.open(folder + "/durable", .replace)
        defer { files.close(file) }
        try files.write([1], to: file)
        try files.sync(file)
        try files.syncFolder(folder)
        return "done"
      },
      PlatformProbe("time to make a file durable") {
        guard let file = try? files.open(folder + "/timed", .replace) else { return "no file" }
        defer { files.close(file) }
        let begin = ContinuousClock.now
        guard (try? files.sync(file)) != nil else { return "refused" }
        let time = ContinuousClock.now - begin
        return "\(time / .milliseconds(1)) ms"
      },
      PlatformProbe("folders exchanged in one step", expected: "exchanged") {
        let (first, second) = (folder + "/first", folder + "/second")
        try files.makeFolder(first)
        try files.makeFolder(second)
        files.close(try files.open(first + "/mark", .appendNew))
        guard try files.exchange(first, second) else { return "refused by the file system" }
        return try files.kind(of: second + "/mark", followingLinks: false) == .file
          ? "exchanged" : "not exchanged"
      },
      PlatformProbe("lock on a folder", expected: "once, and again after it was given back") {
        let path = folder + "/locked"
        try files.makeFolder(path)
        guard let lock = try files.lockFolder(path) else { return "refused" }
        if let second = try files.lockFolder(path) {
          files.close(second)
          return "twice"
        }
        files.close(lock)
        guard let again = try files.lockFolder(path) else { return "once" }
        files.close(again)
        return "once, and again after it was given back"
      },
    ]
  }
}
