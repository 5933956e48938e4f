// Owns: a fault server in a process of its own, over a store, that a test can kill.

import Foundation
import TestSupport
import Testing

final class KillableServer {
  private let process = Process()
  let port: Int

  init(store: String) throws {
    process.executableURL = URL(fileURLWithPath: BuiltPrograms.path("fault-server-alone"))
    process.arguments = ["--keep-alive", "--store", store]
    let output = Pipe()
    process.standardInput = Pipe()
    process.standardOutput = output
    try process.run()
    var line: [UInt8] = []
    while line.last != 0x0A {
      guard let byte = try output.fileHandleForReading.read(upToCount: 1)?.first else { break }
      line.append(byte)
    }
    port = try #require(Int(String(decoding: line.dropLast(), as: UTF8.self)))
  }

  deinit { kill() }

  /// Its sockets end with it: who has read them to their end knows that it is gone.
  func kill() {
    guard process.isRunning else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
  }
}
