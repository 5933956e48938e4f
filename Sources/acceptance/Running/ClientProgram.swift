// Owns: the client's command as the run will use it, and the digest that names its program.

import AcceptanceModel
import AcceptanceRunner
import Digests
import Foundation

enum ClientProgram {
  static func resolve(_ command: [String], in folder: String) -> [String] {
    ClientPaths.resolve(command, in: folder)
  }

  static func resolve(_ client: inout ClientSpec, in folder: String) {
    ClientPaths.resolve(&client, in: folder)
  }

  /// SHA-256 of the program's file, hex; `nil` where it cannot be read.
  static func digest(of program: String, programFolder: String, path: String) -> String? {
    let expanded = program.replacingOccurrences(of: "{bin}", with: programFolder)
    let candidates =
      expanded.contains("/") ? [expanded] : path.split(separator: ":").map { "\($0)/\(expanded)" }
    for candidate in candidates where FileManager.default.isExecutableFile(atPath: candidate) {
      guard let data = FileManager.default.contents(atPath: candidate) else { return nil }
      return SHA256Digest.hex(SHA256Digest.hash(data))
    }
    return nil
  }
}
