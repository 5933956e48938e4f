import Foundation
import Reporting

/// A file of the build server's that several steps add pages to.
enum PageFile {
  /// - Returns: Why it could not be written; nothing else of the run depends on it.
  static func add(_ page: AppendedPage) -> String? {
    do {
      if !FileManager.default.fileExists(atPath: page.path) {
        try Data().write(to: URL(fileURLWithPath: page.path))
      }
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: page.path))
      defer { file.closeFile() }
      // Others may have written into it in this step, and the limit is for all together.
      let room = page.byteLimit - Int(try file.seekToEnd())
      guard room >= 1000 else { return "\(page.title) is full; this run's page is left out" }
      try file.write(contentsOf: Data(page.text(room).utf8))
      return nil
    } catch {
      return "\(page.title) (\(page.variable)) cannot be written to"
    }
  }

  /// Adds all of them, and says what could not be added.
  static func add(_ pages: [AppendedPage]) {
    for trouble in pages.compactMap(add) { Console.complain("acceptance: \(trouble)") }
  }
}
