// Owns: the preset for Android, against a stand-in for adb; nothing here has seen a device.

import AcceptanceModel
import ClientContract
import Foundation
import StrictJSON
import Testing

@testable import ClientDriving

private let app = DeviceApp(
  device: "emulator-5554", id: "com.example.todo", bundle: "/builds/todo.apk",
  activity: ".MainActivity")

@Suite struct AdbOutputTests {
  @Test("a quoted word passes a shell unchanged")
  func quotes() {
    #expect(AdbOutput.quoted("it's $(id)") == #"'it'\''s $(id)'"#)
    #expect(AdbOutput.quoted("") == "''")
  }

  @Test("only the line Status: ok says that an activity was started")
  func start() {
    #expect(AdbOutput.isStarted("Starting: Intent\nStatus: ok\nLaunchState: COLD\n"))
    #expect(!AdbOutput.isStarted("Starting: Intent\nError type 3\n"))
    #expect(!AdbOutput.isStarted("Status: timeout\n"))
  }
}

@Suite struct AdbTests {
  @Test("an app answers through its files, is killed, and answers again after a relaunch")
  func talks() async throws {
    try await StandInDevice.with(app) { device in
      let first = try await device.launch(AdbDriver.self)
      let body = JSONValue.object(["title": .string("$(reboot) 'quoted' é")])
      #expect(
        await first.perform(.submit(body: body), within: patience) == .answered(.init(task: "T-1")))
      let messages = try device.text("data/files/acceptance/letters")
      #expect(messages.contains(String(decoding: JSONWriter.bytes(of: body), as: UTF8.self)))
      first.signal(.kill)
      #expect(await first.exit == .signal(9))
      let second = try await device.launch(AdbDriver.self)
      #expect(await second.perform(.tasks, within: patience) == .answered(.init(tasks: [])))
      second.endInput()
      #expect(await second.exit == .status(0))
      #expect(try device.text("log").contains("reverse tcp:9 tcp:9"))
      #expect(try device.text("log").contains("reverse --remove tcp:9"))
    }
  }

  @Test("what the app logged is there once it has ended, and a device that hangs then ends nothing")
  func collectsOutput() async throws {
    try await StandInDevice.with(app) { device in
      let first = try await device.launch(AdbDriver.self)
      _ = await first.perform(.tasks, within: patience)
      first.signal(.kill)
      #expect(await first.exit == .signal(9))
      #expect(first.tailText(of: .stdout).contains("heard 1\n"))
      let second = try await device.launch(AdbDriver.self)
      try FileManager.default.removeItem(atPath: device.state + "/app-log")
      second.signal(.kill)
      #expect(await second.exit == .signal(9))
      #expect(second.output.stdoutBytes == 0)
    }
  }

  @Test("what a launch tells the app passes the device's shell unharmed")
  func quotesExtras() async throws {
    try await StandInDevice.with(app) { device in
      var client = device.client
      client.environment["LABEL"] = "a b; touch injected $(id) 'x'"
      let device = StandInDevice(client: client, app: device.app, state: device.state)
      _ = try await device.launch(AdbDriver.self)
      #expect(
        try device.text("app-environment").contains("LABEL=a b; touch injected $(id) 'x'\n"))
    }
  }

  @Test("an activity that does not exist is an error, though adb exits with 0")
  func readsStart() async throws {
    try await StandInDevice.with(app) { device in
      try Data().write(to: URL(fileURLWithPath: device.state + "/no-activity"))
      await #expect(
        throws: DrivingError.toolFailed(
          call: "adb shell am start", .unreadable(wanted: "Status: ok"))
      ) { try await device.launch(AdbDriver.self) }
    }
  }

  @Test("a device that hangs is said so after two tries")
  func givesUp() async throws {
    try await StandInDevice.with(app) { device in
      try device.bend("shell", "hang")
      let device = device.limiting(calls: .seconds(1))
      await #expect(
        throws: DrivingError.toolFailed(
          call: "adb shell pm clear", .overdue(after: .seconds(1), tries: 2))
      ) { try await device.launch(AdbDriver.self) }
    }
  }

  @Test("an app without an activity, or on a device whose name is an option, is refused")
  func refusesSettings() async throws {
    for wrong in [
      DeviceApp(device: "emulator-5554", id: "com.example.todo"),
      DeviceApp(device: "-e", id: "com.example.todo", activity: ".Main"),
    ] {
      try await StandInDevice.with(wrong) { device in
        await #expect(throws: DrivingError.self) { try await device.launch(AdbDriver.self) }
      }
    }
  }
}
