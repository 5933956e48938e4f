// Owns: a runner in a process of its own, which a test may kill.

import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ClientDriving

final class GuardedRun: Sendable {
  let runner: ChildProcess
  let input: InputPipe
  let folder: String
  let guardProcess: ProcessEntry
  private let client: Int32
  private let collected: Collector

  private final class Collector: Sendable {
    let text = Mutex("")
    let firstLine = OneShotSignal<String>()
    let end = OneShotSignal<Bool>()
  }

  private init(
    runner: ChildProcess, input: InputPipe, folder: String, guardProcess: ProcessEntry,
    client: Int32, collected: Collector
  ) {
    self.runner = runner
    self.input = input
    self.folder = folder
    self.guardProcess = guardProcess
    self.client = client
    self.collected = collected
  }

  var home: String { folder + "/scenario/home" }

  /// Returns once the client has answered its first command.
  ///
  /// - Parameter launcher: A program with arguments that runs the words after it.
  static func start(
    mode: String, script: String, through launcher: [String] = []
  ) async throws -> GuardedRun {
    let folder = NSTemporaryDirectory() + "acceptance-guarded-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false)
    let spec = ProcessSpec(
      arguments: launcher + [BuiltPrograms.path("guarded-runner"), mode, folder, script],
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""],
      workingFolder: "/")
    let (runner, ends) = try ChildProcess.spawn(spec, home: nil, runReaper: nil)
    let collected = Collector()
    Thread.detachNewThread { collect(ends.output ?? -1, into: collected) }
    if let error = ends.error { LibC.closeDescriptor(error) }
    let input = InputPipe(descriptor: ends.input, loop: try DescriptorLoop.shared())
    let numbers = await collected.firstLine.value.split(separator: " ").compactMap { Int32($0) }
    try #require(numbers.count == 2)
    let ownEntry = try #require(ProcessTable.entry(runner.processID))
    return GuardedRun(
      runner: runner, input: input, folder: folder,
      guardProcess: numbers[1] == 0
        ? ownEntry : try #require(ProcessTable.entry(numbers[1])),
      client: numbers[0], collected: collected)
  }

  /// What belongs to the run's client, in its session or with its home, now.
  func members() -> [ProcessEntry] {
    ProcessTable.entries().filter { entry in
      entry.session == client
        || ProcessTable.environment(of: entry.processID).contains {
          $0.hasPrefix("ACCEPTANCE_HOME=\(folder)/")
        }
    }
  }

  /// Waits for that end in a thread of its own; `false` where it takes longer than any machine.
  func isGone(_ entry: ProcessEntry) async -> Bool {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let alive = [ProcessHandle(entry)].compactMap(\.self)
        continuation.resume(
          returning: ProcessHandle.waitUntilGone(alive, within: patience).isEmpty)
      }
    }
  }

  /// Everything that the runner printed, once it has ended.
  func output() async -> String {
    _ = await collected.end.value
    return collected.text.withLock { $0 }
  }

  func removeFolder() {
    input.close()
    runner.signal(LibC.kill)
    guard FileManager.default.fileExists(atPath: folder) else { return }
    do {
      try FileManager.default.removeItem(atPath: folder)
    } catch {
      Issue.record(error)
    }
  }

  private static func collect(_ descriptor: Int32, into collected: Collector) {
    while true {
      var pollable = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&pollable, 1, -1) > 0,
        let bytes = LibC.readBytes(descriptor, limit: 4096), !bytes.isEmpty
      else { break }
      let text = collected.text.withLock { text in
        text += String(decoding: bytes, as: UTF8.self)
        return text
      }
      if let feed = text.firstIndex(of: "\n") {
        collected.firstLine.fulfil(String(text[..<feed]))
      }
    }
    LibC.closeDescriptor(descriptor)
    collected.firstLine.fulfil("")
    collected.end.fulfil(true)
  }
}
