// Owns: whether the system calls of a client can be watched on this machine.

import AcceptanceModel
import ClientDriving
import Foundation

package enum CallTracer {
  package static let programName = "crash-tracer"

  /// Why they can't be; `nil` where they can.
  package static func obstacle(for client: ClientSpec, programFolder: String) -> String? {
    guard client.configuration.isLocal else { return "the client runs on a device" }
    let path = "\(programFolder)/\(programName)"
    guard FileManager.default.isExecutableFile(atPath: path) else {
      return "\(programName) is not beside this program; build the whole package"
    }
    guard let output = try? ProgramOutput.of(path, ["--check"]) else {
      return "\(programName) cannot be started"
    }
    guard output.status != 0 else { return nil }
    let text = String(decoding: output.stdout, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.contains("Linux") else { return text }
    return "this machine lets no process trace its child (\(text)); a container needs "
      + "--cap-add=SYS_PTRACE, or a seccomp profile that allows ptrace"
  }
}
