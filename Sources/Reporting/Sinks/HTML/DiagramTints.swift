// Owns: the colours of sequence diagrams, on a light page and on a dark one.

struct DiagramTint: Sendable {
  let light: String
  let dark: String

  /// In the style sheet: presentation attributes know of one page only.
  fileprivate var darkRule: String {
    ["fill", "stroke"].map { ".sequence [\($0)=\"\(light)\"]{\($0):\(dark)}" }.joined()
  }
}

/// Each has a contrast of at least 4.5 to 1 to a card of its page, and to a row that is marked there.
enum DiagramTints {
  static let red = DiagramTint(light: "#b8202d", dark: "#ff8a94")
  static let green = DiagramTint(light: "#1d6f36", dark: "#5fce82")
  static let amber = DiagramTint(light: "#7d5200", dark: "#e9b45a")
  static let keys = [
    DiagramTint(light: "#1a62b8", dark: "#7db7ff"), DiagramTint(light: "#9c420e", dark: "#f3a06d"),
    DiagramTint(light: "#7340b5", dark: "#c4a2f2"), DiagramTint(light: "#0c6a64", dark: "#57ccc2"),
  ]

  static var darkRules: String { ([red, green, amber] + keys).map(\.darkRule).joined() }
}
