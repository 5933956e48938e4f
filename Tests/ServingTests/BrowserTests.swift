#if os(Linux)
  import FaultServer
  import Serving
  import StrictJSON
  import Testing

  @Suite(
    "The page in a real browser", .serialized,
    .enabled(if: Browser.program != nil, "no Chromium is installed (Debian: chromium)"))
  struct BrowserTests {
    private static let uuid = "5b9d2a9e-1111-4222-8333-444455556666"

    @Test("a request appears by itself while the page is open, and a button's fault meets the next")
    func live() throws {
      let counter = try Counter()
      let tab = try Browser().open()
      try tab.go(counter.pageURL)
      #expect(counter.send(Self.uuid)?.status == 200)
      try tab.await("document.querySelector('.requests')?.textContent.includes('\(Self.uuid)')")
      #expect(try tab.text.contains("answered 200, success"))
      try tab.press("next-lost-answer")
      #expect(try tab.text.contains("Waiting for the next requests"))
      #expect(counter.send(Self.uuid)?.status == 503)
      try tab.await("document.querySelector('tr.refused')?.textContent.includes('lost-answer')")
    }

    @Test("without script the page shows a request, and its buttons work")
    func plain() throws {
      let counter = try Counter()
      #expect(counter.send(Self.uuid)?.status == 200)
      let tab = try Browser().open()
      try tab.command("Emulation.setScriptExecutionDisabled", .object(["value": .bool(true)]))
      try tab.go(counter.pageURL)
      #expect(try tab.text.contains(Self.uuid))
      #expect(try tab.value(of: "document.getElementById('liveness').textContent") == "")
      try tab.press("poison-1")
      #expect(counter.send(Self.uuid)?.status == 409)
      try tab.press("offline")
      #expect(try tab.text.contains("offline: connections are refused"))
      #expect(counter.send(Self.uuid) == nil)
      try tab.press("online")
      try tab.press("reset")
      #expect(try tab.text.contains("0 requests, 0 records"))
    }

    @Test("another page in the same browser can neither press a button nor read what is shown")
    func otherPage() throws {
      let counter = try Counter()
      #expect(counter.send(Self.uuid)?.status == 200)
      let form = """
        <form method="post" action="http://127.0.0.1:\(counter.pagePort)/offline">
        <input name="token" value="\(counter.token)"><button id="go">go</button></form>
        """
      let other = LocalServer { _ in
        LocalResponse(
          status: 200, headers: [("Content-Type", "text/html")], body: Array(form.utf8))
      }
      let port = try other.start(port: 0)
      defer { other.stop() }
      let tab = try Browser().open()
      try tab.go("http://127.0.0.1:\(port)/")
      let read = try tab.value(
        of: """
          fetch("http://127.0.0.1:\(counter.pagePort)/requests").then((a) => a.text(), () => "refused")
          """)
      #expect(read == "refused")
      try tab.press("go")
      #expect(try tab.text.contains("another page"))
      #expect(counter.send(Self.uuid)?.status == 200)
    }

    @Test("nothing stands beside the page at a telephone's width, and dark is dark")
    func narrowAndDark() throws {
      let counter = try Counter()
      _ = counter.send(Self.uuid)
      let tab = try Browser().open()
      for (width, scheme) in [(320, "dark"), (375, "light"), (1280, "dark")] {
        try tab.command(
          "Emulation.setDeviceMetricsOverride",
          .object([
            "width": .integer(width), "height": .integer(800), "deviceScaleFactor": .integer(1),
            "mobile": .bool(false),
          ]))
        try tab.command(
          "Emulation.setEmulatedMedia",
          .object([
            "features": .array([
              .object(["name": .string("prefers-color-scheme"), "value": .string(scheme)])
            ])
          ]))
        try tab.go(counter.pageURL)
        let overflow = try tab.value(
          of: "document.documentElement.scrollWidth - document.documentElement.clientWidth")
        #expect(overflow == .integer(0), "at \(width)")
        let ground = try tab.value(of: "getComputedStyle(document.body).backgroundColor")
        #expect(ground == .string(scheme == "dark" ? "rgb(20, 23, 28)" : "rgb(255, 255, 255)"))
      }
    }
  }

  extension JSONValue {
    fileprivate static func == (value: JSONValue, text: String) -> Bool {
      value.stringValue == text
    }
  }
#endif
