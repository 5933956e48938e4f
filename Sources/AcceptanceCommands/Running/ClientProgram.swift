// Owns: the client's command as the run will use it, and the digest that names its program.

import AcceptanceModel
import AcceptanceRunner
import Digests
import Foundation
import Reporting

enum ClientProgram {
  static func resolve(_ command: [String], in folder: String) -> [String] {
    ClientPaths.resolve(command, in: folder)
  }

  static func resolve(_ client: inout ClientSpec, in folder: String) {
    ClientPaths.resolve(&client, in: folder)
  }

  /// A command line as reports may show it: the program's name and the words that lead to files;
  /// of the others, which may be credentials, only how many there are.
  static func shown(_ command: [String]) -> String {
    var shown: [String] = []
    var withheldCount = 0
    for (index, word) in command.enumerated() {
      if FileManager.default.fileExists(atPath: word) {
        shown.append(RedactedPath.of(word))
      } else if index == 0 {
        shown.append((word as NSString).lastPathComponent)
      } else {
        withheldCount += 1
      }
    }
    if withheldCount > 0 { shown.append(RepeatCommand.masked(withheldCount)) }
    return shown.joined(separator: " ")
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
