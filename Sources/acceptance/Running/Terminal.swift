// Owns: what the terminal says of itself.

import Foundation

enum Terminal {
  /// Its width; `nil` where the output is no terminal.
  static var columns: Int? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
