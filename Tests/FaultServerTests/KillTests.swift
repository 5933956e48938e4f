import AcceptanceModel
import StrictJSON
import Testing

@testable import FaultServer

@Suite struct KillTests {
  @Test("killed 200 times under load, a store holds whatever was answered, and each key once")
  func killed() throws {
    let folder = try RecordStoreTests.Folder(isInMemory: true)
    var recorded = 0
    var last: (key: String, id: Int) = ("", 0)
    for round in 0..<200 {
      let server = try KillableServer(store: folder.file)
      let clients = try (0..<4).map { _ in try #require(RawClient(port: server.port)) }
      // Every connection sends every key, each beginning with another one: twins meet all the time.
      let keys = (0..<8).map { "\(round)-\($0)" }
      for (index, client) in clients.enumerated() {
        let turned = keys[(2 * index)...] + keys[..<(2 * index)]
        client.send(turned.map { RawClient.post("{}", key: $0) }.joined())
      }
      var heard = [[UInt8]](repeating: [], count: clients.count)
      for answer in 0...(round * 5 % 13) {
        heard[answer % 4] += clients[answer % 4].readAnswer()
      }
      server.kill()
      for (index, client) in clients.enumerated() { heard[index] += client.readAll().bytes }

      let promised = try heard.flatMap(Self.successes)
      let store = try SQLiteRecordStore(path: folder.file)
      for (key, id) in promised {
        #expect(try store.record(for: IdempotencyKey(key))?.number == RecordNumber(id))
      }
      #expect(!promised.isEmpty)
      for key in keys where try store.record(for: IdempotencyKey(key)) != nil { recorded += 1 }
      #expect(try store.recordCount() == recorded, "round \(round)")
      last = promised.last ?? last
    }
    let server = try KillableServer(store: folder.file)
    let client = try #require(RawClient(port: server.port))
    client.send(RawClient.post("{}", key: last.key))
    #expect(try Self.successes(client.readAnswer()).map(\.id) == [last.id])
  }

  /// Keys and ids of the answers that came whole.
  private static func successes(_ bytes: [UInt8]) throws -> [(key: String, id: Int)] {
    var successes: [(key: String, id: Int)] = []
    for answer in String(decoding: bytes, as: UTF8.self).split(separator: "HTTP/1.1 ") {
      #expect(answer.hasPrefix("200 ") || answer.count < 4)
      guard let body = answer.split(separator: "\r\n\r\n").dropFirst().first, body.hasSuffix("}")
      else { continue }
      let value = try JSONParser.parse(String(body)).value
      successes.append(
        (try #require(value["key"]?.stringValue), try #require(value["id"]?.intValue)))
    }
    return successes
  }
}
