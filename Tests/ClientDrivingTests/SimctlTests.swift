// Owns: the preset for the iOS Simulator, against a stand-in for xcrun; nothing here has seen a Mac.

import AcceptanceModel
import ClientContract
import Foundation
import StrictJSON
import Testing

@testable import ClientDriving

private let app = DeviceApp(
  device: StandInDevice.simulator, id: "com.example.todo", bundle: "/builds/Todo.app")
private let body = JSONValue.object(["title": .string("$(reboot) 'quoted' \\ é")])

@Suite struct SimctlOutputTests {
  @Test(
    "the app's process id is the one after its bundle identifier and nothing else",
    arguments: [
      ("com.example.todo: 4711\n", Int32(4711)), ("note\ncom.example.todo: 12", 12),
      ("com.example.todo.widget: 4711", nil), ("com.example.todo: 0", nil),
      ("com.example.todo: -1", nil), ("com.example.todo:", nil), ("4711", nil), ("", nil),
    ])
  func processID(stdout: String, wanted: Int32?) {
    #expect(SimctlOutput.processID(stdout, bundle: "com.example.todo") == wanted)
  }

  @Test("domain and code come from the first error on stderr")
  func trouble() {
    let stderr = """
      An error was encountered processing the command (domain=NSPOSIXErrorDomain, code=3):
      Simulator device failed to terminate com.example.todo.
      Underlying error (domain=NSMachErrorDomain, code=-308):
      """
    #expect(SimctlOutput.trouble(stderr) == .notRunning)
    // Xcode 15 and later.
    let newer = """
      An error was encountered processing the command (domain=NSPOSIXErrorDomain, code=3):
      Simulator device returned an error for the requested operation.
      found nothing to terminate
      Underlying error (domain=NSPOSIXErrorDomain, code=3):
      \tThe request to terminate "com.example.todo" failed. found nothing to terminate
      """
    #expect(SimctlOutput.trouble(newer) == .notRunning)
    #expect(SimctlOutput.trouble("xcrun: error: unable to find utility") == nil)
    #expect(SimctlOutput.trouble("(domain=A, code=x)") == nil)
  }
}

@Suite struct SimctlTroubleTests {
  @Test(
    "a simulator that is not booted is said to be so, under its code of then and now",
    arguments: [164, 405])
  func notBooted(code: Int) {
    let failure = DrivingError.ToolFailure.code(
      domain: "com.apple.CoreSimulator.SimError", code: code)
    #expect(
      failure.description
        == "it failed with code \(code) of com.apple.CoreSimulator.SimError: "
        + "the simulator is not booted, or is shutting down")
  }

  @Test("a code of which nothing is known is named, and nothing is made of it")
  func unknown() {
    let failure = DrivingError.ToolFailure.code(domain: "A", code: 1)
    #expect(failure.description == "it failed with code 1 of A")
  }
}

@Suite struct SimctlTests {
  @Test("an app answers through its mailbox, is killed, and answers again after a relaunch")
  func talks() async throws {
    try await StandInDevice.with(app) { device in
      let first = try await device.launch(SimctlDriver.self)
      guard case .answered(let hello) = await first.perform(.hello, within: patience) else {
        Issue.record("no greeting")
        return
      }
      #expect(hello.greeting?.client == "stand-in")
      #expect(
        await first.perform(.submit(body: body), within: patience) == .answered(.init(task: "T-2")))
      first.signal(.kill)
      #expect(await first.exit == .signal(9))
      #expect(await first.perform(.tasks, within: patience) == .ended(.signal(9)))
      let second = try await device.launch(SimctlDriver.self)
      #expect(
        await second.perform(.tasks, within: patience) == .answered(.init(tasks: [])))
      second.endInput()
      #expect(await second.exit == .status(0))
      #expect(try device.calls(of: "install") == 1)
      #expect(try device.calls(of: "terminate") == 2)
    }
  }

  @Test("a body arrives in the app as it was tapped, whatever it holds")
  func keepsBodies() async throws {
    try await StandInDevice.with(app) { device in
      let session = try await device.launch(SimctlDriver.self)
      _ = await session.perform(.submit(body: body), within: patience)
      let container = try device.text("container").trimmingCharacters(in: .newlines)
      let messages = try String(
        contentsOfFile: container + "/Library/Caches/acceptance/letters", encoding: .utf8)
      let bytes = String(decoding: JSONWriter.bytes(of: body), as: UTF8.self)
      #expect(messages.contains(bytes))
    }
  }

  @Test("what the app wrote by itself is there once it has ended, channel by channel")
  func collectsOutput() async throws {
    try await StandInDevice.with(app) { device in
      let session = try await device.launch(SimctlDriver.self)
      _ = await session.perform(.tasks, within: patience)
      session.signal(.kill)
      #expect(await session.exit == .signal(9))
      #expect(session.tailText(of: .stdout) == "heard 1\n")
      #expect(session.tailText(of: .stderr) == "worried about 1\n")
      #expect(session.output.stdoutBytes == 8)
    }
  }

  @Test("a terminate that found nothing to terminate is no trouble, another error is")
  func readsTerminate() async throws {
    try await StandInDevice.with(app) { device in
      try device.bend("terminate", "fail NSMachErrorDomain -308")
      await #expect(
        throws: DrivingError.toolFailed(
          call: "simctl terminate", .code(domain: "NSMachErrorDomain", code: -308))
      ) { try await device.launch(SimctlDriver.self) }
    }
  }

  @Test("a call that hangs is killed and, where that is safe, made again")
  func repeatsSafeCalls() async throws {
    try await StandInDevice.with(app) { device in
      try device.bend("terminate", "hang-once")
      let device = device.limiting(calls: .seconds(3))
      let session = try await device.launch(SimctlDriver.self)
      #expect(try device.calls(of: "terminate") == 2)
      #expect(await session.perform(.tasks, within: patience) == .answered(.init(tasks: [])))
    }
  }

  @Test("a wedged service is said so after two tries")
  func givesUp() async throws {
    try await StandInDevice.with(app) { device in
      try device.bend("bootstatus", "")
      try device.bend("terminate", "hang")
      let device = device.limiting(calls: .seconds(1))
      await #expect(
        throws: DrivingError.toolFailed(
          call: "simctl terminate", .overdue(after: .seconds(1), tries: 2))
      ) { try await device.launch(SimctlDriver.self) }
    }
  }

  @Test("a launch that hangs is never made again: it may have launched")
  func launchesOnce() async throws {
    try await StandInDevice.with(app) { device in
      try device.bend("launch", "hang")
      let device = device.limiting(calls: .seconds(3))
      await #expect(
        throws: DrivingError.toolFailed(
          call: "simctl launch", .overdue(after: .seconds(3), tries: 1))
      ) { try await device.launch(SimctlDriver.self) }
      #expect(try device.calls(of: "launch") == 1)
    }
  }

  @Test("a process id of another program or of nobody is not taken for the app's")
  func checksTheProcess() async throws {
    try await StandInDevice.with(app) { device in
      try device.bend("launch", "dead")
      let own = ProcessInfo.processInfo.processIdentifier
      for process in [own, Int32.max] {
        try Data("\(process)".utf8).write(to: URL(fileURLWithPath: device.state + "/dead-pid"))
        await #expect(throws: DrivingError.toolFailed(call: "simctl launch", .notTheApp)) {
          try await device.launch(SimctlDriver.self)
        }
      }
    }
  }

  @Test("a container that moved is asked for again")
  func asksAgain() async throws {
    try await StandInDevice.with(app) { device in
      let session = try await device.launch(SimctlDriver.self)
      #expect(await session.perform(.tasks, within: patience) == .answered(.init(tasks: [])))
      let old = try device.text("container").trimmingCharacters(in: .newlines)
      let asked = try device.calls(of: "get_app_container")
      try FileManager.default.moveItem(atPath: old, toPath: old + "-moved")
      try Data((old + "-moved\n").utf8).write(
        to: URL(fileURLWithPath: device.state + "/container"))
      #expect(await session.perform(.tasks, within: patience) == .answered(.init(tasks: [])))
      #expect(try device.calls(of: "get_app_container") == asked + 1)
    }
  }

  @Test("an app that ends without being asked ends the session as a crash")
  func noticesACrash() async throws {
    try await StandInDevice.with(app) { device in
      let session = try await device.launch(SimctlDriver.self)
      kill(session.processID, SIGKILL)
      #expect(await session.exit == .status(255))
    }
  }

  @Test(
    "only a UDID names a device, and only a plain name an app",
    arguments: [("booted", "com.example.todo"), (StandInDevice.simulator, "-rf"), ("", "a")])
  func refusesSettings(device udid: String, id: String) async throws {
    try await StandInDevice.with(DeviceApp(device: udid, id: id)) { device in
      await #expect(throws: DrivingError.self) { try await device.launch(SimctlDriver.self) }
      #expect(!FileManager.default.fileExists(atPath: device.state + "/log"))
    }
  }
}
