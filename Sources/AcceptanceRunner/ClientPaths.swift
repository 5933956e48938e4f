// Owns: relative paths in what a table says of its client: they lead from the table's folder.

import AcceptanceModel
import ClientDriving
import Foundation

package enum ClientPaths {
  /// The words with every one that is a relative path to an existing file made absolute: the client
  /// runs in a home of its own, where such a path would lead nowhere.
  package static func resolve(_ words: [String], in folder: String) -> [String] {
    words.map { word in
      guard word.contains("/"), !word.hasPrefix("/"), !word.hasPrefix("-") else { return word }
      let path = URL(fileURLWithPath: word, relativeTo: URL(fileURLWithPath: folder + "/"))
        .standardizedFileURL.path
      return FileManager.default.fileExists(atPath: path) ? path : word
    }
  }

  /// Puts a program that speaks lines in the place of the table's client, whatever drove that.
  /// - Parameter words: The program and its arguments, resolved.
  package static func exchange(_ client: inout ClientSpec, for words: [String]) {
    client.configuration = JSONLinesConfiguration(command: words)
    guard client.driver != JSONLinesDriver.name else { return }
    client.driver = JSONLinesDriver.name
    // What was promised for another kind of client is not this one's promise.
    client.limits = DeclaredLimits()
  }

  /// The same for everything that a table says of its client's programs.
  package static func resolve(_ client: inout ClientSpec, in folder: String) {
    client.configuration = client.configuration.mappingWords { resolve($0, in: folder) }
  }
}
