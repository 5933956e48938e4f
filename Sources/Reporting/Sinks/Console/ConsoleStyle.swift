// Owns: how the console may look, decided from the arguments and the environment.

package struct ConsoleStyle: Sendable, Hashable {
  package enum ColorChoice: String, Sendable, CaseIterable {
    case auto, always, never
  }

  package var hasColor: Bool
  /// Whether there is a line that may be drawn again.
  package var isLive: Bool
  /// Failures and the summary only.
  package var isQuiet: Bool
  /// Columns, at least 40; `nil` where lines are not broken.
  package var width: Int?

  package init(
    hasColor: Bool = false, isLive: Bool = false, isQuiet: Bool = false, width: Int? = nil
  ) {
    self.hasColor = hasColor
    self.isLive = isLive
    self.isQuiet = isQuiet
    self.width = width.map { max(40, $0) }
  }

  /// The argument first, then NO_COLOR, then FORCE_COLOR (both: any non-empty value, but for
  /// FORCE_COLOR `0` and `false`), then whether the output is a terminal that can.
  ///
  /// - Parameter width: The terminal's columns; `nil` where it is none.
  package init(
    color: ColorChoice, isQuiet: Bool, isTerminal: Bool, width: Int?, environment: [String: String]
  ) {
    let isDumb = environment["TERM"] == "dumb"
    let forced = environment["FORCE_COLOR"] ?? ""
    let hasColor =
      switch color {
      case .always: true
      case .never: false
      case .auto:
        if !(environment["NO_COLOR"] ?? "").isEmpty {
          false
        } else if !forced.isEmpty {
          forced != "0" && forced != "false"
        } else {
          isTerminal && !isDumb
        }
      }
    self.init(
      hasColor: hasColor, isLive: isTerminal && !isDumb && !isQuiet, isQuiet: isQuiet,
      width: isTerminal ? width : nil)
  }
}

/// Colours that are readable on dark and on light, and never the only sign.
enum ANSIStyle: String {
  case green = "32"
  case red = "31"
  case yellow = "33"
  case dim = "2"
  case bold = "1"
  case boldRed = "1;31"
  case boldGreen = "1;32"
  case boldYellow = "1;33"

  func on(_ text: String, _ style: ConsoleStyle) -> String {
    style.hasColor ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
  }
}
