import AcceptanceModel
import Scoring
import Testing

@Suite("The list of clients")
struct ClientListTests {
  private static func read(_ text: String) throws -> [ScoredClient] {
    try ScoredClient.list(Array(text.utf8), program: "/bin/f", options: ["--x", "1"])
  }

  @Test("a wrong client has its codes, and is started by its name")
  func faulty() throws {
    let clients = try Self.read(
      #"{"faulty":[{"name":"memory-only","summary":"forgets","codes":["lost-operation"]}]}"#)
    #expect(clients.map(\.command) == [["/bin/f", "memory-only", "--x", "1"]])
    #expect(clients.map(\.role) == [.wrong(codes: [.lost])])
  }

  @Test("a right client is started as one")
  func right() throws {
    let clients = try Self.read(#"{"right":[{"name":"probes","summary":"asks first"}]}"#)
    #expect(clients.map(\.command) == [["/bin/f", "--right", "probes", "--x", "1"]])
    #expect(clients.map(\.role) == [.right])
  }

  @Test(
    "what is no list says so",
    arguments: [
      "", "[]", #"{"faulty":{}}"#, #"{"faulty":[{"name":"a","codes":["b"]}]}"#,
      #"{"faulty":[{"name":"a","summary":"b","codes":[]}]}"#, #"{"right":[{"summary":"b"}]}"#,
    ])
  func broken(text: String) {
    #expect(throws: ClientListError.self) { try Self.read(text) }
  }
}
