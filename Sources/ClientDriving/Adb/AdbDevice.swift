// Owns: one debuggable app on one Android device: adb's calls, each with its deadline, and the
// mailbox in the app's files. Does not own: reading adb's output (AdbOutput).

import AcceptanceModel

struct AdbDevice: AppDevice {
  private static let standardLimit = Duration.seconds(15)
  private static let installLimit = Duration.seconds(180)
  /// `am start -W` returns when the first frame is drawn: seconds on a cold emulator.
  private static let launchLimit = Duration.seconds(60)
  private static let mailbox = "files/" + Mailbox.folder

  private let app: DeviceApp
  private let activity: String
  private let tool: PresetTool
  private let port: UInt16
  private let variables: [String: String]

  /// Each look is a call of adb.
  let pollInterval = Duration.milliseconds(100)

  init(
    _ app: DeviceApp, request: LaunchRequest, ambient: [String: String]
  ) throws(DrivingError) {
    guard !app.device.hasPrefix("-"), !app.device.isEmpty else {
      throw .appSetting(name: "device", wanted: "a serial number, as `adb devices` shows it")
    }
    guard PresetName.isPlain(app.id) else {
      throw .appSetting(name: "id", wanted: PresetName.wanted)
    }
    guard let activity = app.activity, !activity.isEmpty else {
      throw .appSetting(name: "activity", wanted: "the activity to start, e.g. .MainActivity")
    }
    self.app = app
    self.activity = activity
    port = request.environment.port
    variables = request.appVariables
    tool = PresetTool(
      words: ["adb", "-s", app.device], environment: request.toolVariables(ambient: ambient),
      home: request.environment.folders.home, runReaper: request.runReaper)
  }

  func reset() async throws(DrivingError) {
    if let bundle = app.bundle {
      let said = try await tool.run(
        ["install", "-r", "-t", bundle], call: "adb install", within: Self.installLimit, .twice)
      try check(said, call: "adb install", AdbOutput.isSuccess, wanted: "Success")
    }
    let said = try await shell(["pm", "clear", app.id], .twice)
    try check(said, call: "adb shell pm clear", AdbOutput.isSuccess, wanted: "Success")
  }

  func launch() async throws(DrivingError) -> Int32 {
    // So that 127.0.0.1 in the endpoint is the runner, also on the device.
    let reversed = try await tool.run(
      ["reverse", "tcp:\(port)", "tcp:\(port)"], call: "adb reverse", within: quickLimit,
      .twice)
    try check(reversed, call: "adb reverse")
    let emptied = try await asApp(
      ["sh", "-c", "mkdir -p \(Self.mailbox) && rm -f \(Self.mailbox)/*.json"], .twice)
    try check(emptied, call: "adb shell run-as rm")
    let extras = variables.sorted { $0.key < $1.key }.flatMap { ["--es", $0.key, $0.value] }
    let started = try await shell(
      ["am", "start", "-W", "-n", "\(app.id)/\(activity)"] + extras, .once,
      within: Self.launchLimit)
    try check(started, call: "adb shell am start", AdbOutput.isStarted, wanted: "Status: ok")
    guard let process = try await processIDs().first else {
      throw .toolFailed(call: "adb shell pidof", .notTheApp)
    }
    return process
  }

  func post(_ line: [UInt8]) async throws(DrivingError) {
    let said = try await asApp(
      [
        "sh", "-c",
        "cat >\(Self.mailbox)/in.new && mv \(Self.mailbox)/in.new \(Self.mailbox)/\(Mailbox.input)",
      ], .once, input: line)
    try check(said, call: "adb shell run-as mv")
  }

  func collect() async throws(DrivingError) -> [UInt8]? {
    let said = try await tool.run(
      ["exec-out", "run-as", app.id, "cat", "\(Self.mailbox)/\(Mailbox.output)"],
      call: "adb exec-out run-as cat", within: quickLimit, .twice)
    // No answer yet: there is no such file. The exit status of exec-out says nothing.
    return said.stdout.isEmpty ? nil : Array(said.stdout.utf8)
  }

  func isRunning(_ process: Int32) async throws(DrivingError) -> Bool {
    try await processIDs().contains(process)
  }

  func signal(_ signal: ProcessSignal, to process: Int32) async throws(DrivingError) {
    // The device's numbers come back too: asked right before.
    guard try await isRunning(process) else { return }
    _ = try await asApp(["kill", "-\(signal.number)", "\(process)"], .once)
    guard signal == .kill else { return }
    let deadline = ContinuousClock.now + PresetEnds.limit
    while try await isRunning(process) {
      guard ContinuousClock.now < deadline else {
        throw .toolFailed(
          call: "adb shell run-as kill", .overdue(after: PresetEnds.limit, tries: 1))
      }
    }
  }

  /// Android's own way to end an app, which also cancels the work it had scheduled.
  func terminate() async throws(DrivingError) {
    try check(
      try await shell(["am", "force-stop", app.id], .twice), call: "adb shell am force-stop")
    // Best done, harmless if not: the port is this run's own.
    _ = try await tool.run(
      ["reverse", "--remove", "tcp:\(port)"], call: "adb reverse", within: quickLimit, .twice)
  }

  /// What the app logged; its stdout and stderr lead nowhere on Android.
  func handOnOutput(
    of process: Int32, to take: (OutputChannel, [UInt8]) -> Void
  ) async throws(DrivingError) {
    let said = try await shell(["logcat", "-d", "-v", "raw", "--pid=\(process)"], .twice)
    try check(said, call: "adb shell logcat")
    if !said.stdout.isEmpty { take(.stdout, Array(said.stdout.utf8)) }
  }

  // MARK: - Parts

  private var quickLimit: Duration { app.callLimit ?? Self.standardLimit }

  private typealias Said = (exit: ProcessExit, stdout: String, stderr: String)

  private func processIDs() async throws(DrivingError) -> [Int32] {
    AdbOutput.processIDs(try await shell(["pidof", app.id], .twice).stdout)
  }

  private func shell(
    _ words: [String], _ repetition: PresetTool.Repetition, input: [UInt8] = [],
    within limit: Duration? = nil
  ) async throws(DrivingError) -> Said {
    try await tool.run(
      ["shell", "-T", words.map(AdbOutput.quoted).joined(separator: " ")],
      call: "adb shell \(words.prefix(2).joined(separator: " "))", input: input,
      within: limit ?? quickLimit, repetition)
  }

  private func asApp(
    _ words: [String], _ repetition: PresetTool.Repetition, input: [UInt8] = []
  ) async throws(DrivingError) -> Said {
    try await shell(["run-as", app.id] + words, repetition, input: input)
  }

  private func check(
    _ said: Said, call: String, _ isRight: (String) -> Bool = { _ in true }, wanted: String = ""
  ) throws(DrivingError) {
    guard said.exit == .status(0) else { throw .toolFailed(call: call, .exit(said.exit)) }
    guard isRight(said.stdout) else {
      throw .toolFailed(call: call, .unreadable(wanted: wanted))
    }
  }
}
