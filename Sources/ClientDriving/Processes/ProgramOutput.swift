import Foundation

/// What a program that ends by itself wrote to stdout, and the status with which it ended.
package struct ProgramOutput: Sendable {
  package let stdout: [UInt8]
  package let status: Int32

  /// Returns once the program has ended. Of those beside ours: any other may not end.
  ///
  /// - Throws: Foundation's error where it cannot be started.
  package static func of(_ program: String, _ arguments: [String]) throws -> ProgramOutput {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return ProgramOutput(stdout: Array(data), status: process.terminationStatus)
  }
}
