// Owns: the client's command as the run will use it, and the digest that names its program.

import AcceptanceModel
import Digests
import Foundation

enum ClientProgram {
  /// The command with every argument that is a relative path to an existing file made absolute:
  /// the client runs in a home of its own, where such a path would lead nowhere.
  static func resolve(_ command: [String], in folder: String) -> [String] {
    command.map { word in
      guard word.contains("/"), !word.hasPrefix("/"), !word.hasPrefix("-") else { return word }
      let path = URL(fileURLWithPath: word, relativeTo: URL(fileURLWithPath: folder + "/"))
        .standardizedFileURL.path
      return FileManager.default.fileExists(atPath: path) ? path : word
    }
  }

  /// The same for everything that a table says of its client's programs.
  static func resolve(_ client: inout ClientSpec, in folder: String) {
    client.command = resolve(client.command, in: folder)
    client.verbs = client.verbs.mapValues { verb in
      var verb = verb
      verb.argv = resolve(verb.argv, in: folder)
      return verb
    }
    if let bundle = client.app?.bundle {
      client.app?.bundle = resolve([bundle], in: folder).first
    }
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
