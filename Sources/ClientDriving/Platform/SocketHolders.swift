// Owns: which processes hold the other end of a connection over the loopback.
// Linux: the socket's inode in /proc/net/tcp, then the descriptors in /proc/<pid>/fd. Other systems
// cannot find out here: `canTell` is false.

import AcceptanceModel
import SystemLibrary

enum SocketHolders {
  /// Names one socket of this machine.
  typealias Inode = UInt64
}

#if os(Linux)

  extension SocketHolders {
    static let canTell = true

    /// The inode of the peer's socket; `nil` where it is closed, or in another network namespace.
    static func peer(of ports: ConnectionPorts) -> Inode? {
      // A client may have reached 127.0.0.1 through an IPv6 socket, as Java does.
      for table in ["/proc/self/net/tcp", "/proc/self/net/tcp6"] {
        let found = ProcessTable.contents(table, limit: 16 << 20).flatMap {
          SocketTable.inode(from: ports.peer, to: ports.server, in: $0)
        }
        if let found { return found }
      }
      return nil
    }

    /// Whether one of the process' descriptors is that socket; `false` too where they are hidden.
    static func holds(_ processID: Int32, _ inode: Inode) -> Bool {
      let path = "/proc/\(processID)/fd"
      guard let folder = opendir(path) else { return false }
      defer { closedir(folder) }
      let wanted = Array("socket:[\(inode)]".utf8)
      var buffer = [CChar](repeating: 0, count: 64)
      while let item = readdir(folder) {
        let name = withUnsafePointer(to: &item.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        let count = readlink("\(path)/\(name)", &buffer, buffer.count)
        guard count == wanted.count else { continue }
        if zip(buffer, wanted).allSatisfy({ UInt8(bitPattern: $0) == $1 }) { return true }
      }
      return false
    }

    /// Whether it lives in a PID namespace of its own, as in a container: then its parents say
    /// nothing about who started it.
    static func isContained(_ processID: Int32) -> Bool {
      guard let own = namespace(of: "self"), let other = namespace(of: "\(processID)") else {
        return true
      }
      return own != other
    }

    private static func namespace(of process: String) -> String? {
      var buffer = [CChar](repeating: 0, count: 64)
      let count = readlink("/proc/\(process)/ns/pid", &buffer, buffer.count)
      guard count > 0 else { return nil }
      return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }

#else

  extension SocketHolders {
    static let canTell = false

    static func peer(of ports: ConnectionPorts) -> Inode? { nil }

    static func holds(_ processID: Int32, _ inode: Inode) -> Bool { false }

    static func isContained(_ processID: Int32) -> Bool { false }
  }

#endif

/// The lines of /proc/net/tcp and /proc/net/tcp6.
enum SocketTable {
  /// The inode of the socket with these ports; `nil` where there is none, or where it is closed and
  /// belongs to no process any more (inode 0).
  static func inode(from local: UInt16, to remote: UInt16, in table: [UInt8])
    -> SocketHolders.Inode?
  {
    let (localPort, remotePort) = (hex(local), hex(remote))
    for line in table.split(separator: UInt8(ascii: "\n")).dropFirst() {
      let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 10)
      guard fields.count > 9, fields[1].suffix(5).elementsEqual(localPort),
        fields[2].suffix(5).elementsEqual(remotePort),
        let inode = UInt64(String(decoding: fields[9], as: UTF8.self)), inode > 0
      else { continue }
      return inode
    }
    return nil
  }

  /// `:1F90`, as the table writes a port after its address.
  private static func hex(_ port: UInt16) -> [UInt8] {
    let digits = String(port, radix: 16, uppercase: true)
    return Array((":" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
  }
}
