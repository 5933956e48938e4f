// Owns: the one line of a terminal that is redrawn again and again.
// Does not own: its contents.

package struct LiveLine: Sendable {
  private let style: ConsoleStyle
  private var isShown = false

  package init(style: ConsoleStyle) { self.style = style }

  /// What takes the line away: to be written before any whole line.
  package mutating func erased() -> String {
    guard isShown else { return "" }
    isShown = false
    return "\r\u{1B}[2K"
  }

  /// What redraws the line; nothing where there is none.
  package mutating func drawn(_ text: String) -> String {
    guard style.isLive else { return "" }
    let before = erased()
    guard !text.isEmpty else { return before }
    isShown = true
    // One column is left free: a line that fills the terminal wraps on some.
    return before + ANSIStyle.dim.on(ConsoleLayout.cut(text, to: (style.width ?? 80) - 1), style)
  }

  package static func bar(_ count: Int, of total: Int) -> String {
    let width = 20
    let filled = total == 0 ? 0 : min(width, count * width / total)
    return String(repeating: "━", count: filled) + String(repeating: "╌", count: width - filled)
  }
}
