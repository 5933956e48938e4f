// Owns: `--show-output`: what clients print, line by line, as the terminal shows it.
// Does not own: writing it (RunProgress).

import AcceptanceModel
import AcceptanceRunner
import ClientContract

/// Joins chunks to lines. A value: its caller has the lock.
struct ShownOutput {
  private struct Source: Hashable {
    let scenario: ScenarioID
    let launch: LaunchNumber
    let channel: OutputChannel
  }

  private struct Stream {
    let isConfidential: @Sendable ([UInt8]) -> Bool
    var rest: [UInt8] = []
    /// As it was shown.
    var last: String?

    mutating func nextLine(limit: Int) -> [UInt8]? {
      if let end = rest.firstIndex(of: 0x0A) {
        defer { rest.removeFirst(end + 1) }
        return Array(rest[..<end])
      }
      guard rest.count >= limit else { return nil }
      defer { rest = [] }
      return rest
    }
  }

  /// Of an unfinished line; a longer one is cut into several.
  private static let lineLimit = 8192

  /// Texts that are not shown, e.g. values of the client's environment.
  private let withheld: [String]
  private var streams: [Source: Stream] = [:]

  init(withheld: [String]) { self.withheld = withheld }

  /// - Returns: Whole lines for the terminal. The answers of the contract are left out, and so is a
  ///   line that repeats the one before it.
  mutating func lines(of chunk: ClientOutputChunk) -> [String] {
    let source = Source(scenario: chunk.scenario, launch: chunk.launch, channel: chunk.channel)
    var stream = streams[source] ?? Stream(isConfidential: chunk.isConfidential)
    stream.rest += chunk.bytes
    var shown: [String] = []
    while let line = stream.nextLine(limit: Self.lineLimit) {
      shown += self.shown(line, of: source, &stream)
    }
    streams[source] = stream
    return shown
  }

  /// Lets go of a scenario that has ended.
  ///
  /// - Returns: What its clients wrote last, without a line feed.
  mutating func finish(_ scenario: ScenarioID) -> [String] {
    var shown: [String] = []
    for (source, stream) in streams where source.scenario == scenario {
      var stream = stream
      if !stream.rest.isEmpty { shown += self.shown(stream.rest, of: source, &stream) }
      streams[source] = nil
    }
    return shown
  }

  private func shown(_ line: [UInt8], of source: Source, _ stream: inout Stream) -> [String] {
    guard !isAnswer(line, source.channel) else { return [] }
    let text =
      stream.isConfidential(line)
      ? "[a line that holds a planted secret]"
      : OutputExcerpt.line(String(decoding: line, as: UTF8.self), withheld: withheld)
    guard text != stream.last else { return [] }
    stream.last = text
    let channel = source.channel == .stdout ? "stdout" : "stderr"
    return ["  \(source.scenario) \(source.launch) \(channel) | \(text)"]
  }

  private func isAnswer(_ line: [UInt8], _ channel: OutputChannel) -> Bool {
    channel == .stdout && (try? ContractReply(parsing: line)) != nil
  }
}
