// Owns: the fault server with nothing around it, for the benchmark and for tests that kill it: prints
// its port, ends with its input. It takes `--keep-alive`, `--store FILE`, and `--stall`: no request
// is ever answered.

import AcceptanceModel
import FaultServer
import SystemLibrary

@main
struct FaultServerAlone {
  static func main() throws {
    let arguments = CommandLine.arguments
    var spec = ServerSpec()
    spec.keepAlive = arguments.contains("--keep-alive")
    var configuration = FaultServerConfiguration(spec: spec)
    if let index = arguments.firstIndex(of: "--store"), index + 1 < arguments.count {
      configuration.records = .file(arguments[index + 1])
    }
    if arguments.contains("--stall") {
      configuration.faults = [
        PlannedFault(
          kind: "custom", selector: .request(1...1_000_000), point: .afterCommit, action: .stall)
      ]
    }
    // What is told is counted by nobody: the log is the runner's cost, not the server's.
    let server = FaultServer(configuration) { _ in }
    print(try server.start())
    fflush(nil)
    while readLine() != nil {}
    server.stop()
  }
}
