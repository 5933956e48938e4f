// Owns: what the terminal says of itself.

import Foundation
import Reporting

enum Terminal {
  /// Its width; `nil` where the output is no terminal.
  static var columns: Int? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  static var isError: Bool { isatty(STDERR_FILENO) == 1 }

  /// What COLUMNS says, else the terminal, else 80; at least 40.
  static var width: Int {
    let said = ProcessInfo.processInfo.environment["COLUMNS"].flatMap(Int.init)
    return max(40, said ?? columns ?? 80)
  }

  /// For text that is filled: what COLUMNS says, else the terminal, else 80; between 40 and 100,
  /// as longer lines are hard to read.
  static var textWidth: Int {
    min(100, width)
  }
}

extension ConsoleStyle {
  /// As the standard output and the environment allow.
  static func ofOutput(color: ColorChoice = .auto, isQuiet: Bool = false) -> ConsoleStyle {
    ConsoleStyle(
      color: color, isQuiet: isQuiet, isTerminal: isatty(STDOUT_FILENO) == 1,
      width: Terminal.columns, environment: ProcessInfo.processInfo.environment)
  }
}
