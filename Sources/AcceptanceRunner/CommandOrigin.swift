// Owns: where the words of a client's command come from, and which of them lead to no file.

import AcceptanceModel
import Foundation

/// The folder from which relative paths in a client's command lead.
package struct CommandOrigin: Sendable, Hashable {
  /// Whether the command was given with `--client`; else it is the scenario file's.
  package let isCommandLine: Bool
  private let folder: String
  /// Words of the command as they were before paths were resolved.
  private let words: [String]

  /// - Parameter client: Its paths may be resolved already: only words that lead nowhere matter.
  package init(of client: ClientSpec, in folder: String, isCommandLine: Bool) {
    self.folder = folder
    self.isCommandLine = isCommandLine
    words = client.configuration.words
  }

  package var folderName: String {
    isCommandLine ? "the current folder" : "the folder of the scenario file"
  }

  /// What to write instead of a word that was meant as a path; `nil` where there is none.
  package var hint: String? {
    if let word = words.first(where: isBareFile) {
      return "\(word) is a file in \(folderName), but the client runs in its own home: "
        + "write ./\(word)"
    }
    if let word = words.first(where: { $0.hasPrefix("~/") }) {
      return "~ in \(name(of: word)) is not expanded here: write the whole path"
    }
    if let word = words.first(where: leadsNowhere) {
      return "\(name(of: word)) is not there: its path leads from \(folderName)"
    }
    return nil
  }

  private func name(of word: String) -> String { (word as NSString).lastPathComponent }

  private func isBareFile(_ word: String) -> Bool {
    guard !word.contains("/"), !word.hasPrefix("-"), !word.isEmpty else { return false }
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: folder + "/" + word, isDirectory: &isFolder)
      && !isFolder.boolValue
  }

  /// A relative path without placeholders that is there neither from this folder nor anywhere.
  private func leadsNowhere(_ word: String) -> Bool {
    word.contains("/") && !word.hasPrefix("/") && !word.hasPrefix("-") && !word.contains("://")
      && !word.contains("{") && !word.contains(" ")
      && !FileManager.default.fileExists(atPath: folder + "/" + word)
  }
}
