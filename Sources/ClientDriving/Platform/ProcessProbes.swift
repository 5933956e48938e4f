import CProcess
import SystemLibrary

/// What driving a client expects of processes.
package enum ProcessProbes {
  /// - Parameter folder: Empty, and the probes' own.
  package static func all(in folder: String) -> [PlatformProbe] {
    let scratch = Scratch(folder: LibC.resolvedPath(folder))
    return starts(scratch) + ends(scratch) + table(scratch) + orphans(scratch)
  }

  // MARK: Starting

  private static func starts(_ scratch: Scratch) -> [PlatformProbe] {
    [
      PlatformProbe("process in a session and group of its own", expected: "own session, own group")
      {
        try scratch.withChild("read line") { child in
          guard let entry = ProcessTable.entry(child.processID) else { return "not in the table" }
          let session = entry.session == child.processID ? "own session" : "another's session"
          let group = entry.group == child.processID ? "own group" : "another's group"
          return "\(session), \(group)"
        }
      },
      // The third is the folder that ls reads.
      PlatformProbe("descriptors of a process", expected: "0 1 2 3") {
        try scratch.output(of: "ls /dev/fd | sort -n | tr '\\n' ' '")
      },
      PlatformProbe("working folder of a process", expected: "as asked") {
        let seen = try scratch.output(of: "pwd -P")
        return seen == scratch.folder ? "as asked" : "another"
      },
      PlatformProbe("program that is missing", expected: "the program") {
        try scratch.refusal { $0.arguments = ["/nowhere/at/all"] }
      },
      PlatformProbe("working folder that is missing", expected: "the folder") {
        try scratch.refusal { $0.workingFolder = "/nowhere/at/all" }
      },
      PlatformProbe("file that may not grow", expected: "refused") {
        try scratch.output(
          of: "{ echo x >full; } 2>/dev/null && test -s full && echo grown || echo refused",
          refusesFileWrites: true)
      },
    ]
  }

  // MARK: Ending

  private static func ends(_ scratch: Scratch) -> [PlatformProbe] {
    [
      PlatformProbe("exit status", expected: "exit status 7") {
        "\(try scratch.end(of: "exit 7"))"
      },
      PlatformProbe("end by a signal", expected: "signal 9") {
        "\(try scratch.end(of: "kill -9 $$"))"
      },
      PlatformProbe("kill of a whole group", expected: "signal 9, helper gone") {
        try scratch.withChild("sleep 60 & echo $! >helper; read line") { child in
          let helper = try scratch.number(in: "helper")
          child.signal(LibC.kill)
          let exit = scratch.awaitExit(of: child)
          return
            "\(exit.map { "\($0)" } ?? "alive"), helper \(scratch.isGone(helper) ? "gone" : "alive")"
        }
      },
      PlatformProbe("write to a pipe without a reader", expected: "EPIPE") {
        var ends: [Int32] = [-1, -1]
        guard acc_pipe(&ends) == 0 else { return errorName(errno) }
        LibC.closeDescriptor(ends[0])
        defer { LibC.closeDescriptor(ends[1]) }
        let count = [UInt8(0)].withUnsafeBytes { acc_write(ends[1], $0.baseAddress, 1) }
        return count < 0 ? errorName(errno) : "written"
      },
    ]
  }

  // MARK: The table

  private static func table(_ scratch: Scratch) -> [PlatformProbe] {
    [
      PlatformProbe("own row of the process table", expected: "parent and session right") {
        guard let entry = ProcessTable.entry(LibC.processID) else { return "missing" }
        guard entry.parent == getppid(), entry.session == LibC.sessionID else {
          return "parent or session wrong"
        }
        return entry.start <= ProcessTable.now()
          ? "parent and session right" : "started later than now"
      },
      PlatformProbe("whole process table", expected: "holds this process and its child") {
        try scratch.withChild("read line") { child in
          let numbers = Set(ProcessTable.entries().map(\.processID))
          return numbers.isSuperset(of: [LibC.processID, child.processID])
            ? "holds this process and its child" : "incomplete"
        }
      },
      PlatformProbe("working folder of another process", expected: "as asked") {
        try scratch.withRunningShell { child in
          let seen = ProcessTable.workingFolder(of: child.processID)
          return seen == scratch.folder ? "as asked" : seen == nil ? "not reported" : "another"
        }
      },
      PlatformProbe(
        "kernel: environment of the system's own programs",
        expected: hidesSystemEnvironments ? "hidden" : "seen"
      ) {
        try scratch.withRunningShell { child in
          let mark = "ACCEPTANCE_HOME=\(scratch.folder)"
          return ProcessTable.environment(of: child.processID).contains(mark) ? "seen" : "hidden"
        }
      },
      PlatformProbe("environment of this process", expected: "seen") {
        ProcessTable.environment(of: LibC.processID).contains { $0.hasPrefix("PATH=") }
          ? "seen" : "hidden"
      },
    ]
  }

  // MARK: What a client leaves behind

  private static func orphans(_ scratch: Scratch) -> [PlatformProbe] {
    [
      PlatformProbe("helper in its client's session", expected: "killed") {
        try scratch.sweep(escapes: false)
      },
      PlatformProbe("helper in a session of its own", expected: "killed") {
        try scratch.sweep(escapes: true)
      },
    ]
  }
}
