// Owns: whether the fault server can be reached on loopback.

import AcceptanceModel
import FaultServer
import SystemLibrary

struct PortCheck: HealthCheck {
  let subject = "ports"

  func limit(for patient: Patient) -> Duration { .seconds(15) }

  func findings(for patient: Patient) async -> [HealthFinding] {
    let server = FaultServer(FaultServerConfiguration(spec: ServerSpec(), faults: [])) { _ in }
    let port: Int
    do throws(FaultServerError) {
      port = try server.start()
    } catch {
      return [
        .trouble(
          subject, "no port can be opened on 127.0.0.1: \(error)",
          fix: "let this program listen on loopback; a sandbox or a firewall may forbid it")
      ]
    }
    defer { server.stop() }
    guard Self.isReachable(port) else {
      return [
        .trouble(
          subject, "a port of 127.0.0.1 was opened, but cannot be connected to",
          fix: "let programs connect to loopback; a sandbox or a firewall may forbid it")
      ]
    }
    return [.fine(subject, "ports can be opened and reached on 127.0.0.1")]
  }

  private static func isReachable(_ port: Int) -> Bool {
    let socket = socket(AF_INET, streamSocket, 0)
    guard socket >= 0 else { return false }
    defer { close(socket) }
    return systemConnect(socket, loopbackAddress(port: port)) == 0
  }
}
