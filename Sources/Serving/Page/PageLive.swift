// Owns: the part of the page that changes by itself: state, requests, records, plan.

import AcceptanceModel

extension PageText {
  var live: HTML {
    """
    \(state)
    \(requests)
    \(records)
    \(plan)
    """
  }

  // MARK: - State

  private var state: HTML {
    let isOnline = view.seen.isOnline
    let badge: HTML =
      isOnline
      ? "<span class=\"badge on\">online</span>"
      : "<span class=\"badge off\">offline: connections are refused</span>"
    let failure: HTML =
      view.failure.map {
        "<p class=\"problem\" role=\"alert\"><strong>The server failed.</strong> \($0)</p>" as HTML
      } ?? ""
    let held = view.seen.held.count
    let switching =
      isOnline
      ? button("/offline", "Go offline", id: "offline")
      : button("/online", "Go online", id: "online")
    let release =
      held > 0 ? button("/release", "Release \(held) held", id: "release", style: "strong") : ""
    let reset = button("/reset", "Reset", id: "reset", describedAs: "Reset: forget all")
    return """
      \(failure)
      <section class="state" aria-label="State">
      <p>\(badge) <span class="profile">profile \(view.spec.profile)</span>
      <span role="status">\(counts)</span></p>
      <div class="buttons">\(switching)\(release)\(reset)</div>
      \(waiting)
      </section>
      """
  }

  private var counts: String {
    let requests = view.seen.requests.count + view.seen.droppedCount
    return "\(requests) \(requests == 1 ? "request" : "requests"), "
      + "\(view.recordCount) \(view.recordCount == 1 ? "record" : "records")"
  }

  private var waiting: HTML {
    guard !view.waiting.isEmpty else {
      return "<p class=\"waiting quiet\">No fault queued.</p>"
    }
    let kinds = HTML.joined(view.waiting.map { "<li><code>\($0)</code></li>" as HTML })
    return """
      <div class="waiting"><p>Waiting for the next requests, in turn:</p><ol>\(kinds)</ol>
      \(button("/plan/clear", "Drop them", id: "clear"))</div>
      """
  }

  // MARK: - Requests

  private var requests: HTML {
    guard !view.seen.requests.isEmpty else {
      return """
        <section aria-labelledby="requests-title"><h2 id="requests-title">Requests</h2>
        <p class="quiet">None yet. Try</p>
        <pre><code>\(CurlLine.text(view.spec, endpoint: view.addresses?.endpoint ?? ""))</code></pre>
        </section>
        """
    }
    let rows = HTML.joined(view.seen.requests.reversed().map(row))
    let dropped: HTML =
      view.seen.droppedCount > 0
      ? "<p class=\"quiet\">\(view.seen.droppedCount) older ones are not shown.</p>" : ""
    return """
      <section aria-labelledby="requests-title"><h2 id="requests-title">Requests</h2>
      <table class="requests">
      <thead><tr><th scope="col">No.</th><th scope="col">What</th><th scope="col">Key</th>
      <th scope="col">Body</th><th scope="col">Fault</th><th scope="col">Record</th>
      <th scope="col">Answer</th></tr></thead>
      <tbody>\(rows)</tbody></table>
      \(dropped)</section>
      """
  }

  private func row(_ request: SeenRequest) -> HTML {
    let faults = HTML.joined(request.faults.map { "<code>\($0)</code>" as HTML }, by: " ")
    let operation: HTML =
      request.operation.map { " <span class=\"operation\">\($0)</span>" as HTML } ?? ""
    let flaw: HTML =
      request.flaw.map { " <span class=\"flaw\">\($0.words)</span>" as HTML } ?? ""
    let release =
      request.isHeld
      ? button(
        "/release", "Release", id: "release-\(request.number.number)",
        fields: [("request", "\(request.number.number)")]) : ""
    let cells = [
      cell("No.", "\(request.number.number)"), cell("What", "\(request.kindWords)\(operation)"),
      cell("Key", "\(request.key.map(key) ?? "")\(flaw)"),
      cell("Body", request.size.map { body($0.description, request.body?.short) } ?? ""),
      cell("Fault", faults), cell("Record", request.record.map { "\($0)" as HTML } ?? ""),
      cell("Answer", "\(request.outcomeWords)\(release)"),
    ]
    return "<tr class=\"\(style(request.outcome))\">\(HTML.joined(cells))</tr>"
  }

  /// On a narrow page each cell is a line that begins with its label.
  private func cell(_ label: String, _ content: HTML) -> HTML {
    content.text.isEmpty
      ? "<td></td>" : "<td data-label=\"\(label)\"><div>\(content)</div></td>"
  }

  private func body(_ size: String, _ short: String?) -> HTML {
    "<span class=\"size\">\(size)</span> \(short.map { token($0, of: "body") } ?? "")"
  }

  private func style(_ outcome: SeenRequest.Outcome) -> String {
    switch outcome {
    case .underWay: "waits"
    case .held: "held"
    case .cut, .ended: "lost"
    case .answered(let facts): (200..<300).contains(facts.status) ? "good" : "refused"
    }
  }

  private func key(_ key: SeenKey) -> HTML {
    guard let clear = key.clear else { return token(key.token.short, of: "key") }
    return "<code class=\"clear\">\(clear)</code> \(token(key.token.short, of: "key"))"
  }

  /// Equal tokens mean equal texts.
  private func token(_ short: String, of what: String) -> HTML {
    "<code class=\"token\" title=\"token of the \(what): equal ones stand for equal texts\">\(short)</code>"
  }

  // MARK: - Records and plan

  private var records: HTML {
    guard view.recordCount > 0 else {
      return """
        <section aria-labelledby="records-title"><h2 id="records-title">Records</h2>
        <p class="quiet">None yet.</p></section>
        """
    }
    let rows = HTML.joined(
      view.records.map { record in
        let poison =
          record.isReplaced
          ? "<span class=\"flaw\">changed</span>"
          : button(
            "/poison", "Change stored body", id: "poison-\(record.number)",
            fields: [("record", "\(record.number)")],
            describedAs: "Change the stored body of record \(record.number)")
        let cells = [
          cell("No.", "\(record.number)"), cell("Key", record.key.map(key) ?? ""),
          cell("Body", body(record.size.description, record.body.short)),
          cell("Stored body", poison),
        ]
        return "<tr>\(HTML.joined(cells))</tr>" as HTML
      })
    let more = view.recordCount - view.records.count
    let poisonNote: HTML =
      view.spec.fingerprint == .none
      ? """
      <p class="quiet">The profile compares no bodies: a send under a changed record's key is a
      replay all the same.</p>
      """ : ""
    let note: HTML = more > 0 ? "<p class=\"quiet\">\(more) older ones are not shown.</p>" : ""
    return """
      <section aria-labelledby="records-title"><h2 id="records-title">Records</h2>
      <table class="records">
      <thead><tr><th scope="col">No.</th><th scope="col">Key</th><th scope="col">Body</th>
      <th scope="col">Stored body</th></tr></thead>
      <tbody>\(rows)</tbody></table>
      \(poisonNote)\(note)</section>
      """
  }

  private var plan: HTML {
    guard !view.plan.isEmpty else { return "" }
    let rows = HTML.joined(
      view.plan.map { planned in
        """
        <li><code>\(planned.kind)</code> meets \(planned.meets)
        <span class="quiet">\(planned.hasActed ? "has acted" : "has not acted yet")</span></li>
        """ as HTML
      })
    return """
      <section aria-labelledby="plan-title"><h2 id="plan-title">Plan</h2><ul>\(rows)</ul></section>
      """
  }
}
