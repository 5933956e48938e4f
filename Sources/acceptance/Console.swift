// Owns: writing to the terminal. Does not own: what a line looks like (Reporting).

import Foundation

enum Console {
  static func print(_ text: String) { write(text + "\n", to: .standardOutput) }

  static func complain(_ text: String) { write(text + "\n", to: .standardError) }

  static func write(_ text: String, to handle: FileHandle = .standardOutput) {
    // A reader that has gone is no reason to stop: the reports are files.
    try? handle.write(contentsOf: Data(text.utf8))
  }
}
