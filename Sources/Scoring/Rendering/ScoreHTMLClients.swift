// Owns: the page's list of clients: what each does, and how it came through.

import AcceptanceModel
import Reporting

extension ScoreHTML {
  /// Where the client is in the list. A name may hold anything; no scenario's id holds a colon.
  func anchor(_ client: ScoredClient) -> String {
    "client:\((score.clients.firstIndex(of: client) ?? 0) + 1)"
  }

  func clients(_ html: inout HTMLWriter) {
    html.element("h2", text: "Clients")
    html.element("dl") { html in
      for row in score.rows {
        html.element("dt", ["id": anchor(row.client)], text: row.client.name)
        html.element("dd") { html in
          html.write("It \(row.client.summary).")
          html.element(
            "p", ["class": "legend"],
            text: ScoreConsole.text(row, score.scenarios) + wanted(row.client))
        }
        html.lineBreak()
      }
    }
  }

  private func wanted(_ client: ScoredClient) -> String {
    guard case .wrong(let codes) = client.role else { return "" }
    return "; named by \(codes.map(\.text).joined(separator: ", "))"
  }
}
