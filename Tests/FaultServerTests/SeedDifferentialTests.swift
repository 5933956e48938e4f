// The seed is the endpoint that the idea came with; its source is Fixtures/seed_server.py.

import AcceptanceModel
import FaultServer
import Foundation
import StrictJSON
import Testing

@Suite struct SeedDifferentialTests {
  static let python =
    ["/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3"]
    .first { FileManager.default.isExecutableFile(atPath: $0) } ?? pythonOnPath()

  @Test(
    "200 random sequences of requests are answered as the seed answers them",
    .enabled(if: python != nil, "python3 was found neither on PATH nor in the usual places"))
  func sameAnswers() throws {
    let seed = try SeedServer(python: try #require(Self.python))
    defer { seed.stop() }
    var random = SplitMix(state: 20_261_130)
    for sequence in 0..<200 {
      let requests = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        Self.request(sequence, &random)
      }
      try compare(requests, seed: seed)
    }
  }

  /// The seed keeps its records, so keys are told apart by sequence; ids and counts are compared
  /// as differences from the first of the sequence.
  private func compare(_ requests: [String], seed: SeedServer) throws {
    let ours = try Stage(spec: try #require(ServerProfile.named("seed")).spec)
    let recordsBefore = seed.recordCount
    for (index, request) in requests.enumerated() {
      let expected = try seed.exchange(request)
      let actual = ours.exchange(request)
      #expect(actual.status == expected.status, "request \(index) of \(requests)")
      guard expected.status == 200 else { continue }
      let (left, right) = (try JSONParser.parse(actual.body), try JSONParser.parse(expected.body))
      let fields = { (value: JSONValue) in value.objectValue.map { Set($0.map(\.name)) } }
      #expect(fields(left.value) == fields(right.value))
      #expect(left.value["attempts"] == right.value["attempts"])
      for name in ["id", "record_count"] {
        let there = try #require(right.value[name]?.intValue) - recordsBefore
        #expect(left.value[name]?.intValue == there, "\(name), request \(index) of \(requests)")
      }
    }
    seed.recordCount += ours.log.all.committedCount
  }

  private static func request(_ sequence: Int, _ random: inout SplitMix) -> String {
    let keys: [String?] = ["a-\(sequence)", "a-\(sequence)", "b-\(sequence)", nil, ""]
    let bodies = [
      #"{"a":1,"b":[true,null,"x"]}"#, #"{"b":[1,null,"x"],"a":1.0}"#,
      #"{ "a" : 10e-1 , "b" : [ 1.0, null, "\u0078" ] }"#, #"{"a":2}"#,
      #"{"a":3,"a":2}"#, "NaN", "[NaN]", "Infinity", "1e999", "[-Infinity]", "-0", "0.0", "false",
      "12345678901234567890", "12345678901234567890.0", "12345678901234567000.0",
      "12345678901234567168", "9007199254740993", "9007199254740993.0", "1e22",
      "10000000000000000000000", #""\ud83d\ude00""#, #""😀""#, #""\ud83d""#, #""\ude00""#, "", " ",
      "{", #"{"a":}"#, "[1,]", "01", "nul", "\"tab\u{1}inside\"", "\"\u{E9}\"", "\"e\u{301}\"",
      #"{"\u00e9":1}"#, "\u{FEFF}1", "1",
      "true", "[[1,2],[3]]", "[[1.0,2e0],[3]]", "{}", "[]", "null", "+1", "-", "--1", "1.", ".5",
      "-Infinit", "1 2",
    ]
    let path = Int.random(in: 0..<20, using: &random) == 0 ? "/items?x=1" : "/items"
    let method = Int.random(in: 0..<20, using: &random) == 0 ? "PUT" : "POST"
    let narrow = Bool.random(using: &random)
    let pool = narrow ? Array(bodies.shuffled(using: &random).prefix(2)) : bodies
    return RawClient.post(
      pool.randomElement(using: &random) ?? "", key: keys.randomElement(using: &random) ?? nil,
      path: path, method: method)
  }

  private static func pythonOnPath() -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/python3" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}

/// The seed's script, running.
private final class SeedServer {
  private let process = Process()
  private let port: Int
  var recordCount = 0

  init(python: String) throws {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/seed_server.py").path
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = [script, "0"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    var line: [UInt8] = []
    while line.last != 0x0A {
      guard let byte = try output.fileHandleForReading.read(upToCount: 1)?.first else { break }
      line.append(byte)
    }
    port = try #require(Int(String(decoding: line.dropLast(), as: UTF8.self)))
  }

  func stop() {
    // SIGTERM is blocked in the threads that tests run on, and children inherit that.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  func exchange(_ request: String) throws -> (status: Int?, body: String) {
    let client = try #require(RawClient(port: port))
    client.send(request)
    let text = String(decoding: client.readAll().bytes, as: UTF8.self)
    let parts = text.split(separator: "\r\n\r\n", maxSplits: 1)
    return (Int(text.dropFirst(9).prefix(3)), parts.count > 1 ? String(parts[1]) : "")
  }
}

/// A generator with a seed of its own, so that a failure can be repeated.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
