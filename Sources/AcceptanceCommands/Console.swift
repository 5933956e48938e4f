// Owns: writing to the terminal, and remembering what was written while a run wants to know.
// Does not own: what a line looks like (Reporting).

import Foundation
import Synchronization

enum Console {
  /// Everything that was written since `remember`; `nil` if it was not requested.
  private static let remembered = Mutex<[UInt8]?>(nil)

  static func print(_ text: String) { write(text + "\n", to: .standardOutput) }

  static func complain(_ text: String) { write(text + "\n", to: .standardError) }

  static func write(_ text: String, to handle: FileHandle = .standardOutput) {
    let text = RedactedPath.of(text)
    remembered.withLock { $0?.append(contentsOf: text.utf8) }
    // A reader that has gone is no reason to stop: the reports are files.
    try? handle.write(contentsOf: Data(text.utf8))
  }

  /// A line that is drawn over again and again; not remembered.
  static func draw(_ text: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
  }

  /// From now on, what is written to either stream is kept, to be searched for planted secrets.
  static func remember() { remembered.withLock { $0 = $0 ?? [] } }

  static var transcript: [UInt8] { remembered.withLock { $0 ?? [] } }
}
