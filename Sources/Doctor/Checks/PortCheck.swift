// Owns: whether the fault server can be reached on loopback.

import AcceptanceModel
import FaultServer

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

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
    #if canImport(Darwin)
      let kind = SOCK_STREAM
    #else
      let kind = Int32(SOCK_STREAM.rawValue)
    #endif
    let socket = socket(AF_INET, kind, 0)
    guard socket >= 0 else { return false }
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}
