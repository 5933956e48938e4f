// Owns: one app on one iOS Simulator: simctl's calls, each with its deadline, and the mailbox in
// the app's data container. Does not own: reading simctl's output (SimctlOutput).

import AcceptanceModel
import Foundation
import Synchronization

final class SimctlDevice: AppDevice {
  /// Calls that are answered at once by a healthy service.
  private static let standardLimit = Duration.seconds(20)
  /// Copies the whole bundle.
  private static let installLimit = Duration.seconds(120)
  /// A boot took up to 13 minutes on hosted machines.
  private static let bootLimit = Duration.seconds(900)
  /// In the launched app's environment alone: simctl itself has it under a prefix.
  static let launchVariable = "ACCEPTANCE_LAUNCH"

  /// An app may write a lot, and no more than this is held of it.
  private static let pieceByteCount = 1 << 20

  private struct State {
    var container: String?
    /// The app's process, held so that its number cannot be reused for another.
    var app: ProcessEntry?
  }

  private let app: DeviceApp
  private let tool: PresetTool
  private let variables: [String: String]
  private let launchName = UUID().uuidString
  /// Where this launch's output goes; simulators share the Mac's files.
  private let outputs: [OutputChannel: String]
  private let state = Mutex(State())

  let pollInterval = Duration.milliseconds(20)

  init(
    _ app: DeviceApp, request: LaunchRequest, ambient: [String: String]
  ) throws(DrivingError) {
    // A word like "booted" could mean somebody else's device.
    guard UUID(uuidString: app.device) != nil else {
      throw .appSetting(name: "device", wanted: "a simulator's UDID, as `simctl list` shows it")
    }
    guard PresetName.isPlain(app.id) else {
      throw .appSetting(name: "id", wanted: PresetName.wanted)
    }
    self.app = app
    let place = request.environment.folders.root + "/driver/app-" + launchName
    outputs = [.stdout: place + ".out", .stderr: place + ".err"]
    tool = PresetTool(
      words: ["xcrun", "simctl"], environment: request.toolVariables(ambient: ambient),
      home: request.environment.folders.home, runReaper: request.runReaper)
    var variables = request.appVariables
    variables[Self.launchVariable] = launchName
    self.variables = Dictionary(
      uniqueKeysWithValues: variables.map { ("SIMCTL_CHILD_\($0.key)", $0.value) })
  }

  func reset() async throws(DrivingError) {
    try await call("bootstatus", ["-b"], .twice, within: Self.bootLimit)
    try await terminate()
    guard let bundle = app.bundle else { return try await forgetData() }
    try await call("uninstall", [app.id], .twice, accepting: .notInstalled)
    try await call("install", [bundle], .twice, within: Self.installLimit)
  }

  /// Without a bundle to install again, the data container is emptied in place.
  private func forgetData() async throws(DrivingError) {
    let container = try await askContainer()
    do {
      for name in ["Documents", "Library", "tmp"] {
        let folder = container + "/" + name
        guard FileManager.default.fileExists(atPath: folder) else { continue }
        for item in try FileManager.default.contentsOfDirectory(atPath: folder) {
          try FileManager.default.removeItem(atPath: folder + "/" + item)
        }
      }
    } catch {
      throw .folderUnusable(purpose: "app's data", errno: LibC.lastError)
    }
  }

  func launch() async throws(DrivingError) -> Int32 {
    let mailbox = try await mailboxFolder(asking: true)
    do {
      for name in [Mailbox.input, Mailbox.output] {
        let file = mailbox + "/" + name
        if FileManager.default.fileExists(atPath: file) {
          try FileManager.default.removeItem(atPath: file)
        }
      }
    } catch {
      throw .folderUnusable(purpose: "app's mailbox", errno: LibC.lastError)
    }
    let redirections = outputs.map { channel, path in
      (channel == .stdout ? "--stdout=" : "--stderr=") + path
    }
    let said = try await tool.run(
      ["launch", "--terminate-running-process"] + redirections.sorted() + [app.device, app.id],
      call: "simctl launch",
      variables: variables, within: quickLimit, .once)
    try Self.check(said, call: "simctl launch")
    guard let process = SimctlOutput.processID(said.stdout, bundle: app.id) else {
      throw .toolFailed(
        call: "simctl launch", .unreadable(wanted: "the bundle identifier and a process id"))
    }
    guard let entry = ProcessTable.entry(process), isApp(entry) else {
      throw .toolFailed(call: "simctl launch", .notTheApp)
    }
    state.withLock { $0.app = entry }
    return process
  }

  func post(_ line: [UInt8]) async throws(DrivingError) {
    if try await write(line, in: mailboxFolder(asking: false)) { return }
    // The container may have moved: an install gives the app a new one.
    guard try await write(line, in: mailboxFolder(asking: true)) else {
      throw .folderUnusable(purpose: "app's mailbox", errno: LibC.lastError)
    }
  }

  func collect() async throws(DrivingError) -> [UInt8]? {
    FileManager.default.contents(
      atPath: try await mailboxFolder(asking: false) + "/" + Mailbox.output
    ).map { Array($0) }
  }

  func isRunning(_ process: Int32) async throws(DrivingError) -> Bool { handle() != nil }

  func signal(_ signal: ProcessSignal, to process: Int32) async throws(DrivingError) {
    guard let handle = handle() else { return }
    // Asked right before the signal, for a process that became another program.
    guard isApp(handle.entry) else { throw .toolFailed(call: "SIGKILL to the app", .notTheApp) }
    handle.signal(signal.number)
    guard signal == .kill else { return }
    let left = await PresetEnds.wait(for: handle.entry)
    guard !left else {
      throw .toolFailed(call: "SIGKILL to the app", .overdue(after: PresetEnds.limit, tries: 1))
    }
  }

  func terminate() async throws(DrivingError) {
    try await call("terminate", [app.id], .twice, accepting: .notRunning)
  }

  func handOnOutput(
    of process: Int32, to take: (OutputChannel, [UInt8]) -> Void
  ) async throws(DrivingError) {
    for (channel, path) in outputs {
      guard let file = FileHandle(forReadingAtPath: path) else { continue }
      do {
        while let piece = try file.read(upToCount: Self.pieceByteCount), !piece.isEmpty {
          take(channel, Array(piece))
        }
        try file.close()
      } catch {
        // What was read until then is all that is known of it.
        continue
      }
    }
  }

  // MARK: - Parts

  private var quickLimit: Duration { app.callLimit ?? Self.standardLimit }

  private func handle() -> ProcessHandle? {
    state.withLock { $0.app }.flatMap { ProcessHandle($0) }
  }

  /// Only what this very launch started has this launch's name in its environment: not simctl, not
  /// an earlier app, not a process that has got the number since.
  private func isApp(_ entry: ProcessEntry) -> Bool {
    ProcessTable.environment(of: entry.processID)
      .contains("\(Self.launchVariable)=\(launchName)")
  }

  private func call(
    _ name: String, _ arguments: [String], _ repetition: PresetTool.Repetition,
    within limit: Duration? = nil, accepting accepted: SimctlTrouble? = nil
  ) async throws(DrivingError) {
    let said = try await tool.run(
      [name, app.device] + arguments, call: "simctl \(name)",
      within: limit ?? quickLimit, repetition)
    if let accepted, SimctlOutput.trouble(said.stderr) == accepted { return }
    try Self.check(said, call: "simctl \(name)")
  }

  private static func check(
    _ said: (exit: ProcessExit, stdout: String, stderr: String), call: String
  ) throws(DrivingError) {
    guard said.exit != .status(0) else { return }
    throw .toolFailed(
      call: call,
      SimctlOutput.trouble(said.stderr).map { .code(domain: $0.domain, code: $0.code) }
        ?? .exit(said.exit))
  }

  private func askContainer() async throws(DrivingError) -> String {
    let call = "simctl get_app_container"
    let said = try await tool.run(
      ["get_app_container", app.device, app.id, "data"], call: call, within: quickLimit,
      .twice)
    try Self.check(said, call: call)
    guard let path = SimctlOutput.path(said.stdout) else {
      throw .toolFailed(call: call, .unreadable(wanted: "a path of this machine"))
    }
    state.withLock { $0.container = path }
    return path
  }

  private func mailboxFolder(asking: Bool) async throws(DrivingError) -> String {
    let known = asking ? nil : state.withLock { $0.container }
    let container: String
    if let known { container = known } else { container = try await askContainer() }
    let folder = container + "/Library/Caches/" + Mailbox.folder
    // A container that is no longer the app's is not brought back to life.
    guard FileManager.default.fileExists(atPath: container) else { return folder }
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw .folderUnusable(purpose: "app's mailbox", errno: LibC.lastError)
    }
    return folder
  }

  /// `false` where the folder is not there any more.
  private func write(_ line: [UInt8], in folder: String) async throws(DrivingError) -> Bool {
    do {
      try Data(line).write(
        to: URL(fileURLWithPath: folder + "/" + Mailbox.input), options: .atomic)
      return true
    } catch {
      return false
    }
  }
}
