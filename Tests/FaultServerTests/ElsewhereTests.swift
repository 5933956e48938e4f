import AcceptanceModel
import FaultServer
import Testing

@Suite struct ElsewhereTests {
  private static func redirect(_ status: String = "307") throws -> PlannedFault {
    try .named(
      "redirect-before-commit", .request(1...1),
      ["status": .string(status), "to": .string("other-origin")])
  }

  /// The port that the answer's Location names.
  private func otherPort(_ stage: Stage) throws -> Int {
    let client = try #require(RawClient(port: stage.port))
    client.send(RawClient.post(#"{"m":"marker-a"}"#, key: "k1"))
    let answer = String(decoding: client.readAll().bytes, as: UTF8.self)
    let line = try #require(
      answer.split(separator: "\r\n").first { $0.hasPrefix("Location: http://127.0.0.1:") })
    return try #require(Int(line.dropFirst(27).prefix { $0 != "/" }))
  }

  private func visit(_ port: Int, _ request: String) throws -> String {
    let client = try #require(RawClient(port: port))
    client.send(request)
    return String(decoding: client.readAll().bytes, as: UTF8.self)
  }

  private func cargoes(_ stage: Stage) -> [RedirectCargo] {
    stage.log.all.compactMap {
      if case .followedRedirect(_, _, let redirectedData) = $0 { redirectedData } else { nil }
    }
  }

  @Test("who takes key, credential and body to the other origin is seen there, and told nothing")
  func leak() throws {
    let stage = try Stage([try Self.redirect()])
    let port = try otherPort(stage)
    #expect(port != stage.port)
    let answer = try visit(
      port,
      RawClient.post(
        #"{"m":"marker-a"}"#, key: "k1", path: "/elsewhere", headers: ["Authorization: Bearer t"]))
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(answer.hasSuffix("\r\n\r\n<!doctype html><title>Elsewhere</title>"))
    #expect(
      cargoes(stage) == [
        RedirectCargo(
          operation: OperationName("A"), hasKey: true, hasCredential: true, bodyByteCount: 16)
      ])
    #expect(stage.log.all.committedCount == 0)
    #expect(stage.log.all.sends.count == 1)
  }

  @Test("a bare GET takes nothing along; a key alone is a key, a body alone is a body")
  func redirectedData() throws {
    let stage = try Stage([try Self.redirect("303")])
    let port = try otherPort(stage)
    _ = try visit(port, RawClient.post("", key: nil, path: "/elsewhere", method: "GET"))
    _ = try visit(port, RawClient.post("", key: "k1", path: "/elsewhere", method: "GET"))
    _ = try visit(port, RawClient.post(#"{"m":"other"}"#, key: nil))
    #expect(
      cargoes(stage) == [
        RedirectCargo(operation: nil), RedirectCargo(operation: OperationName("A"), hasKey: true),
        RedirectCargo(operation: nil, bodyByteCount: 13),
      ])
  }

  @Test("what was sent before the client changed its mind has been sent")
  func cut() throws {
    let stage = try Stage([try Self.redirect()])
    let client = try #require(RawClient(port: try otherPort(stage)))
    client.send("POST /elsewhere HTTP/1.1\r\nIdempotency-Key: k1\r\nContent-Length: 9\r\n\r\n1234")
    client.close()
    #expect(stage.log.wait { $0.words.contains("followed 2") })
    #expect(cargoes(stage).map(\.bodyByteCount) == [4])
  }

  @Test("a connection that says nothing is nobody's leak, and stop ends it")
  func silent() throws {
    let stage = try Stage([try Self.redirect()])
    let client = try #require(RawClient(port: try otherPort(stage)))
    #expect(stage.log.wait { $0.words.contains("connected 2") })
    stage.server.stop()
    #expect(client.readAll().end != .timedOut)
    #expect(cargoes(stage).isEmpty)
  }

  @Test("a fault given by hand opens the other origin too, and a server that is down keeps it")
  func byHand() throws {
    let stage = try Stage()
    stage.server.meetNext(with: [try Self.redirect()])
    let port = try otherPort(stage)
    stage.server.takeDown()
    #expect(try visit(port, RawClient.post("{}", key: "k1")).hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(cargoes(stage).count == 1)
    #expect(stage.server.failure == nil)
  }

  @Test("a window that is closed by hand takes hardly a byte more than one that was planned so")
  func zeroWindow() throws {
    let fault = try PlannedFault.named("zero-window", .request(1...1))
    let planned = try Stage([fault])
    let byHand = try Stage()
    byHand.server.meetNext(with: [fault])
    let taken = try [planned, byHand].map { stage in
      let client = try #require(RawClient(port: stage.port))
      client.send("POST /items HTTP/1.1\r\nContent-Length: 1000000\r\n\r\n")
      #expect(stage.log.wait { $0.words.contains("fault 0 1") })
      return client.push([UInt8](repeating: 0x78, count: 500_000))
    }
    #expect(taken.allSatisfy { $0 < 16_384 }, "\(taken)")
  }
}
