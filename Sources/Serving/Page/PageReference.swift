// Owns: what the page explains: every fault with its parameters, and the API.

import AcceptanceModel

extension PageText {
  var reference: HTML {
    let faults = HTML.joined(
      FaultCatalog.all.map { fault in
        let parameters = HTML.joined(
          fault.parameters.map { parameter in
            """
            <li><code>\(parameter.name)</code>\(parameter.isRequired ? " (needed)" : ""):
            \(parameter.summary)</li>
            """ as HTML
          })
        let list: HTML = fault.parameters.isEmpty ? "" : "<ul>\(parameters)</ul>"
        return """
          <dt><code>\(fault.name)</code></dt>
          <dd>\(fault.summary). Seen as: \(fault.clientSees). The client must:
          \(fault.duty.rawValue).\(list)</dd>
          """ as HTML
      })
    let paths = HTML.joined(
      ServingHelp.paths.map { path in
        "<dt><code>\(path.request)</code></dt><dd>\(path.meaning)</dd>" as HTML
      })
    return """
      <details id="faults"><summary>All \(FaultCatalog.all.count) faults</summary>
      <dl>\(faults)</dl></details>
      <details id="api"><summary>The API</summary><dl>\(paths)</dl>
      <p>Changes need the header <code>\(PagePolicy.tokenHeader)</code>
      and <code>Content-Type: application/json</code> where they have a body.</p></details>
      """
  }
}
