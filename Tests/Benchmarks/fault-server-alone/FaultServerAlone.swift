// Owns: the fault server with nothing around it, for the benchmark: prints its port, ends with its
// input.

import AcceptanceModel
import FaultServer
import Foundation

@main
struct FaultServerAlone {
  static func main() throws {
    var spec = ServerSpec()
    spec.keepAlive = CommandLine.arguments.contains("--keep-alive")
    // What is told is counted by nobody: the log is the runner's cost, not the server's.
    let server = FaultServer(FaultServerConfiguration(spec: spec)) { _ in }
    print(try server.start())
    fflush(nil)
    while readLine() != nil {}
    server.stop()
  }
}
