// Owns: the page as HTML that works without script. Does not own: its look (PageStyle) or its
// liveness (PageScript, which replaces what is under `live`).

import AcceptanceModel

struct PageText: Sendable {
  let view: ServingView
  /// `nil`: the page was asked for without its token, and has no buttons.
  let token: String?
  /// What was wrong with the last button.
  let problem: String?

  var document: String {
    let page: HTML = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>acceptance serve</title>
      <link rel="stylesheet" href="/page.css">
      <script src="/page.js" defer></script>
      </head>
      <body>
      \(header)
      <main>
      \(problemNote)
      \(controls)
      <div id="live" data-revision="\(view.seen.revision)">
      \(live)
      </div>
      \(reference)
      </main>
      </body>
      </html>

      """
    return page.text
  }

  // MARK: - Always there

  private var header: HTML {
    """
    <header>
    <h1>acceptance serve</h1>
    <p class="endpoint"><span class="verb">\(view.spec.method)</span>
    <code>\(view.addresses?.endpoint ?? "")</code></p>
    <p class="refresh"><a href="\(token.map { "/?token=\($0)" } ?? "/")">Refresh</a>
    <span id="liveness"></span></p>
    </header>
    """
  }

  private var problemNote: HTML {
    guard let problem else { return "" }
    return """
      <p class="problem" role="alert"><strong>Not done.</strong> \(problem)</p>
      """
  }

  private var controls: HTML {
    guard token != nil else {
      return """
        <p class="note">To look only: the buttons are on the page whose address
        <code>acceptance serve</code> printed.</p>
        """
    }
    let quick = HTML.joined(
      Self.quickKinds.map { kind in
        button("/plan", kind, id: "next-\(kind)", fields: [("kind", kind)])
      })
    return """
      <section id="controls" aria-labelledby="controls-title">
      <h2 id="controls-title">Inject into the next request</h2>
      <div class="buttons">\(quick)</div>
      <form method="post" action="/plan" class="fault">
      \(hidden)
      <label for="kind">Fault</label>
      <select id="kind" name="kind">\(kindOptions)</select>
      <label for="parameters">Parameters</label>
      <input id="parameters" name="parameters" placeholder="status=503 retryAfter=1"
        autocomplete="off" spellcheck="false" maxlength="1000">
      <label for="count">Times</label>
      <input id="count" name="count" type="number" min="1" max="50" value="1">
      <button id="meet-next">Inject</button>
      </form>
      </section>
      """
  }

  /// By what has become of the write when the fault acts.
  private var kindOptions: HTML {
    let groups: [(label: String, holds: (FaultPoint) -> Bool)] = [
      ("recorded", { !$0.isBeforeBodyEnd && $0 != .beforeCommit }),
      ("nothing recorded", { $0 == .beforeCommit }),
      ("before the request is whole", { $0.isBeforeBodyEnd }),
    ]
    return HTML.joined(
      groups.map { group in
        let options = HTML.joined(
          FaultCatalog.all.filter { group.holds($0.effect(FaultArguments()).point) }
            .map { "<option value=\"\($0.name)\">\($0.name)</option>" as HTML })
        return "<optgroup label=\"\(group.label)\">\(options)</optgroup>" as HTML
      })
  }

  /// Those that people ask for first.
  private static let quickKinds = [
    "lost-answer", "reset-after-commit", "reset-before-commit", "stall-after-commit",
    "busy-before-commit", "kill-client-after-commit", "conflict",
  ].filter { FaultCatalog.named($0) != nil }

  // MARK: - Forms

  private var hidden: HTML {
    token.map { "<input type=\"hidden\" name=\"token\" value=\"\($0)\">" as HTML } ?? ""
  }

  func button(
    _ action: String, _ label: String, id: String, fields: [(String, String)] = [],
    style: String = "", describedAs description: String? = nil
  ) -> HTML {
    guard token != nil else { return "" }
    let inputs = HTML.joined(
      fields.map { name, value in
        "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">" as HTML
      })
    let look: HTML = style.isEmpty ? "" : " class=\"\(style)\""
    let spoken: HTML = description.map { " aria-label=\"\($0)\"" as HTML } ?? ""
    return """
      <form method="post" action="\(action)">\(hidden)\(inputs)\
      <button id="\(id)"\(look)\(spoken)>\(label)</button></form>
      """
  }
}
