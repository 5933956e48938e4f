// Owns: a timeline as SVG: user, client and server as lanes, time downwards, one row a line.
// Drawn with presentation attributes, so that it shows where style sheets are blocked; inks are
// `currentColor` or tones that are readable on light and dark.

import AcceptanceModel

struct SequenceDiagram {
  /// More rows than this are left to the list.
  static let rowLimit = 80

  private enum Place {
    static let width = 780
    static let time = 58
    static let user = 110
    static let client = 320
    static let server = 560
    static let rowHeight = 30
    static let top = 44
  }

  /// Attributes, because some policies block styles: each of these has a contrast of 4.5 to the
  /// card and to a marked row. The style sheet has the dark page's for them.
  private enum Tint {
    static let red = DiagramTints.red.light
    static let green = DiagramTints.green.light
    static let amber = DiagramTints.amber.light
    /// By key; a fifth key begins again, and its number still distinguishes it.
    static let keys = DiagramTints.keys.map(\.light)
  }

  private let lines: ArraySlice<TimelineEvent>
  private let hidden: Int
  private let name: String
  private let identifier: String

  init(_ timeline: Timeline, scenario: String, identifier: String) {
    lines = timeline.events.prefix(Self.rowLimit)
    hidden = timeline.events.count - lines.count
    name = scenario
    self.identifier = identifier
  }

  func write(to html: inout HTMLWriter) {
    let height = Place.top + (lines.count + (hidden > 0 ? 1 : 0)) * Place.rowHeight + 16
    html.element(
      "svg",
      [
        "class": "sequence", "viewBox": "0 0 \(Place.width) \(height)", "role": "img",
        "aria-labelledby": "\(identifier)-title \(identifier)-desc", "font-size": "13",
        "font-family": "system-ui, sans-serif", "fill": "currentColor",
      ]
    ) { html in
      html.element("title", ["id": "\(identifier)-title"], text: "What happened in \(name)")
      html.element(
        "desc", ["id": "\(identifier)-desc"],
        text: "User, client and server from left to right, time downwards, in \(lines.count) rows. "
          + "The list below says the same in sentences.")
      lanes(height, &html)
      processes(height, &html)
      for (row, line) in lines.enumerated() { draw(line, y: y(row), &html) }
      if hidden > 0 {
        text("\(hidden) more, see the list", x: Place.client, y: y(lines.count), &html)
      }
    }
    html.lineBreak()
  }

  private func y(_ row: Int) -> Int { Place.top + row * Place.rowHeight + 20 }

  // MARK: - Lanes

  private func lanes(_ height: Int, _ html: inout HTMLWriter) {
    for (x, name) in [(Place.user, "user"), (Place.client, "client"), (Place.server, "server")] {
      html.element(
        "text",
        ["x": "\(x)", "y": "20", "text-anchor": "middle", "font-weight": "600"], text: name)
      html.shape(
        "line",
        [
          "x1": "\(x)", "y1": "30", "x2": "\(x)", "y2": "\(height - 8)", "stroke": "currentColor",
          "stroke-opacity": "0.25",
        ])
    }
  }

  /// A bar on the client's lane for as long as each process lives; two at a time side by side.
  private func processes(_ height: Int, _ html: inout HTMLWriter) {
    var began: [Int: (row: Int, column: Int)] = [:]
    var bars: [(column: Int, from: Int, to: Int)] = []
    for (row, line) in lines.enumerated() {
      if case .launch(let number) = line.shape {
        let taken = Set(began.values.map(\.column))
        began[number] = (row, (0...8).first { !taken.contains($0) } ?? 0)
      } else if case .exit(let number) = line.shape, let bar = began.removeValue(forKey: number) {
        bars.append((bar.column, y(bar.row), y(row)))
      }
    }
    bars += began.values.map { ($0.column, y($0.row), height - 8) }
    for bar in bars.sorted(by: { ($0.from, $0.column) < ($1.from, $1.column) }) {
      html.shape(
        "rect",
        [
          "x": "\(Place.client - 4 - bar.column * 11)", "y": "\(bar.from)", "width": "8",
          "height": "\(max(2, bar.to - bar.from))", "rx": "2", "fill": "currentColor",
          "fill-opacity": "0.35",
        ])
    }
  }

  // MARK: - Rows

  private func draw(_ line: TimelineEvent, y: Int, _ html: inout HTMLWriter) {
    if !line.proves.isEmpty { proof(line, y, &html) }
    html.element(
      "text",
      [
        "x": "\(Place.time)", "y": "\(y + 4)", "text-anchor": "end", "font-size": "11",
        "fill-opacity": "0.65",
      ], text: "\(line.at.milliseconds) ms")
    switch line.shape {
    case .toClient: arrow(line, from: Place.user, to: Place.client - 8, y, &html)
    case .toUser: arrow(line, from: Place.client - 8, to: Place.user, y, isDashed: true, &html)
    case .send: arrow(line, from: Place.client + 8, to: Place.server, y, &html)
    case .answer(.whole):
      arrow(line, from: Place.server, to: Place.client + 8, y, isDashed: true, &html)
    case .answer(.partly): broken(line, to: Place.server - 150, y, &html)
    case .answer(.notAtAll): broken(line, to: Place.server - 60, y, &html)
    case .atServer: mark(line, x: Place.server, y, &html)
    case .atClient: mark(line, x: Place.client, y, &html)
    case .launch: process(line, y, &html)
    case .exit:
      cross(x: Place.client, y, ansi(line.tone), &html)
      text(line.label, x: Place.client + 14, y: y + 4, anchor: "start", &html)
    case .note:
      text(
        line.label, x: Place.time + 10, y: y + 4, anchor: "start", tone: line.tone, isBold: true,
        &html)
    }
  }

  private func proof(_ line: TimelineEvent, _ y: Int, _ html: inout HTMLWriter) {
    html.shape(
      "rect",
      [
        "x": "0", "y": "\(y - 16)", "width": "\(Place.width)", "height": "\(Place.rowHeight - 2)",
        "fill": Tint.red, "fill-opacity": "0.12", "rx": "3",
      ])
    html.element(
      "text",
      [
        "x": "\(Place.width - 8)", "y": "\(y + 4)", "text-anchor": "end", "fill": Tint.red,
        "font-weight": "600", "font-size": "12",
      ], text: line.proves.prefix(2).joined(separator: ", "))
  }

  private func process(_ line: TimelineEvent, _ y: Int, _ html: inout HTMLWriter) {
    html.shape(
      "circle", ["cx": "\(Place.client)", "cy": "\(y)", "r": "5", "fill": "currentColor"])
    text(line.label, x: Place.client + 14, y: y + 4, anchor: "start", &html)
  }

  private func mark(_ line: TimelineEvent, x: Int, _ y: Int, _ html: inout HTMLWriter) {
    switch line.tone {
    case .trouble:
      // A bolt: the scenario's own doing.
      html.shape(
        "path",
        [
          "d": "M\(x + 3) \(y - 9) l-8 10 h5 l-3 8 l9 -11 h-5 z", "fill": Tint.amber,
          "stroke": Tint.amber,
        ])
    case .good, .bad, .plain:
      html.shape(
        "rect",
        [
          "x": "\(x - 5)", "y": "\(y - 5)", "width": "10", "height": "10", "rx": "2",
          "fill": ansi(line.tone),
        ])
    }
    text(line.label, x: x + 14, y: y + 4, anchor: "start", tone: line.tone, &html)
  }

  private func arrow(
    _ line: TimelineEvent, from start: Int, to end: Int, _ y: Int, isDashed: Bool = false,
    _ html: inout HTMLWriter
  ) {
    let color = line.key.map(tint) ?? ansi(line.tone)
    stroke(from: start, to: end, y, color, isDashed, &html)
    let back = end > start ? -8 : 8
    html.shape(
      "path", ["d": "M\(end) \(y) l\(back) -4.5 v9 z", "fill": color])
    label(line, x: (start + end) / 2, y, color, &html)
  }

  private func broken(_ line: TimelineEvent, to end: Int, _ y: Int, _ html: inout HTMLWriter) {
    stroke(from: Place.server, to: end, y, Tint.amber, true, &html)
    cross(x: end, y, Tint.amber, &html)
    text(line.label, x: end - 12, y: y + 4, anchor: "end", tone: .trouble, &html)
  }

  private func stroke(
    from start: Int, to end: Int, _ y: Int, _ color: String, _ isDashed: Bool,
    _ html: inout HTMLWriter
  ) {
    html.shape(
      "line",
      [
        "x1": "\(start)", "y1": "\(y)", "x2": "\(end)", "y2": "\(y)", "stroke": color,
        "stroke-width": "1.5", "stroke-dasharray": isDashed ? "5 3" : nil,
      ])
  }

  private func cross(x: Int, _ y: Int, _ color: String, _ html: inout HTMLWriter) {
    html.shape(
      "path",
      [
        "d": "M\(x - 5) \(y - 5) l10 10 m0 -10 l-10 10", "stroke": color, "stroke-width": "2.5",
        "fill": "none",
      ])
  }

  /// Above an arrow; a key is a coloured tag with its number, the same wherever it is used.
  private func label(
    _ line: TimelineEvent, x: Int, _ y: Int, _ color: String, _ html: inout HTMLWriter
  ) {
    text(
      line.label, x: x, y: y - 5, tone: line.key == nil ? line.tone : .plain,
      isBold: line.key != nil && line.shape == .send, color: line.key == nil ? nil : color, &html)
  }

  private func text(
    _ content: String, x: Int, y: Int, anchor: String = "middle",
    tone: TimelineEvent.Tone = .plain, isBold: Bool = false, color: String? = nil,
    _ html: inout HTMLWriter
  ) {
    html.element(
      "text",
      [
        "x": "\(x)", "y": "\(y)", "text-anchor": anchor, "fill": color ?? ansi(tone),
        "font-weight": isBold ? "600" : nil,
      ], text: ConsoleLayout.cut(content, to: 34))
  }

  private func ansi(_ tone: TimelineEvent.Tone) -> String {
    switch tone {
    case .plain: "currentColor"
    case .trouble: Tint.amber
    case .good: Tint.green
    case .bad: Tint.red
    }
  }

  private func tint(_ key: Int) -> String { Tint.keys[(key - 1) % Tint.keys.count] }
}
