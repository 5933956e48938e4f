extension HTMLWriter {
  /// A page that is one file: no script, nothing from the network.
  package static func standalonePage(
    title: String, style: String, _ body: (inout HTMLWriter) -> Void
  ) -> String {
    var html = HTMLWriter()
    html.raw("<!doctype html>\n")
    html.element("html", ["lang": "en"]) { html in
      html.element("head") { html in
        html.open("meta", ["charset": "utf-8"])
        html.open(
          "meta",
          [
            "http-equiv": "Content-Security-Policy",
            "content": "default-src 'none'; style-src 'unsafe-inline'",
          ])
        html.open("meta", ["name": "viewport", "content": "width=device-width"])
        html.element("title", text: title)
        html.element("style") { $0.raw(style) }
      }
      html.lineBreak()
      html.element("body") { body(&$0) }
    }
    return html.text + "\n"
  }
}
