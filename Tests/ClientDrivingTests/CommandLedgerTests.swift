// Owns: claims about commands, lines and ends, on values alone; and about splitting lines.

import AcceptanceModel
import ClientContract
import StrictJSON
import Testing

@testable import ClientDriving

@Suite("The command ledger")
struct CommandLedgerTests {
  private static func line(_ text: String, number: Int = 1) -> CommandLedger.Event {
    .line(fragment(text, number: number))
  }
  private static func fragment(_ text: String, number: Int = 1) -> LineSplitter.Line {
    LineSplitter.Line(number: number, bytes: Array(text.utf8))
  }
  private static func ok(_ id: Int) -> CommandLedger.Event { line(#"{"id":\#(id),"ok":true}"#) }

  private static func ledger(commands: Int) -> CommandLedger {
    var ledger = CommandLedger()
    for _ in 0..<commands { _ = ledger.issue(.sync) }
    return ledger
  }

  @Test("commands are numbered from 1, and written as the contract says")
  func numbering() {
    var ledger = CommandLedger()
    #expect(ledger.issue(.sync) == .write(id: 1, line: Array(#"{"id":1,"do":"sync"}"#.utf8)))
    #expect(ledger.issue(.tasks) == .write(id: 2, line: Array(#"{"id":2,"do":"tasks"}"#.utf8)))
  }

  @Test("a breach settles every open command once, and is reported once")
  func breach() {
    var ledger = Self.ledger(commands: 2)
    let breach = SessionBreach.unknownAnswer(line: 1, id: 3)
    #expect(
      ledger.handle(Self.ok(3)) == [
        .report(.breached(breach)), .settle(id: 1, .breached(breach)),
        .settle(id: 2, .breached(breach)),
      ])
    #expect(ledger.handle(Self.ok(1)) == [])
    #expect(ledger.handle(.overlongLine(number: 2)) == [])
    #expect(ledger.handle(.deadline(id: 1)) == [])
    #expect(ledger.issue(.sync) == .settled(.breached(breach)))
    #expect(
      ledger.handle(.ended(.status(0), fragment: Self.fragment(""))) == [
        .report(.exited(.status(0)))
      ])
  }

  @Test("a deadline settles an open command and no other")
  func deadline() {
    var ledger = Self.ledger(commands: 2)
    _ = ledger.handle(Self.ok(1))
    #expect(ledger.handle(.deadline(id: 1)) == [])
    #expect(ledger.handle(.deadline(id: 2)) == [.settle(id: 2, .unanswered)])
    #expect(ledger.handle(.deadline(id: 2)) == [])
    #expect(ledger.handle(Self.ok(2)) == [.report(.answeredLate(id: 2))])
    let breach = SessionBreach.repeatedAnswer(line: 1, id: 2)
    #expect(ledger.handle(Self.ok(2)) == [.report(.breached(breach))])
  }

  @Test("the end settles what is open, after the last words")
  func end() {
    var ledger = Self.ledger(commands: 2)
    let fragment = Self.fragment(#"{"id":2,"ok":true}"#)
    #expect(
      ledger.handle(.ended(.signal(9), fragment: fragment)) == [
        .report(.answered(id: 2)), .settle(id: 2, .answered(.init())),
        .settle(id: 1, .ended(.signal(9))), .report(.exited(.signal(9))),
      ])
    #expect(ledger.handle(Self.ok(1)) == [])
    #expect(ledger.issue(.hello) == .settled(.ended(.signal(9))))
  }

  @Test(
    "half a line is a breach of a client that ended by itself only",
    arguments: [
      (ProcessExit.signal(9), CommandOutcome.ended(.signal(9))),
      (.status(0), .breached(.line(1, .notJSON(byteCount: 4, .endsEarly)))),
    ])
  func halfLine(exit: ProcessExit, outcome: CommandOutcome) {
    var ledger = Self.ledger(commands: 1)
    let effects = ledger.handle(.ended(exit, fragment: Self.fragment("{\"id")))
    #expect(effects.contains(.settle(id: 1, outcome)))
    #expect(effects.last == .report(.exited(exit)))
  }

  @Test(
    "blank lines, CR LF and a byte order mark at the beginning are no breach",
    arguments: [
      ["", #"{"id":1,"ok":true}"#], ["\r", #"{"id":1,"ok":true}"# + "\r", "", " \t"],
      ["\u{FEFF}" + #"{"id":1,"ok":true}"#], ["\u{FEFF}", #"{"id":1,"ok":true}"#],
      [#"{"id":1.0,"ok":true}"#],
    ])
  func harmless(lines: [String]) {
    var ledger = Self.ledger(commands: 1)
    var effects: [CommandLedger.Effect] = []
    for (index, line) in lines.enumerated() {
      effects += ledger.handle(Self.line(line, number: index + 1))
    }
    #expect(effects == [.report(.answered(id: 1)), .settle(id: 1, .answered(.init()))])
  }

  @Test("a breach names the line, and a byte order mark is one anywhere but at the beginning")
  func lineNumbers() {
    var ledger = Self.ledger(commands: 1)
    _ = ledger.handle(Self.line("", number: 1))
    let effects = ledger.handle(Self.line("\u{FEFF}{}", number: 2))
    let breach = SessionBreach.line(2, .notJSON(byteCount: 5, .text))
    #expect(effects.first == .report(.breached(breach)))
    #expect("\(breach)".hasPrefix("line 2 of stdout: found 5 bytes that are not JSON"))
  }

  @Test("lines come out whole and numbered, however the bytes come in", arguments: 1...7)
  func splitting(size: Int) {
    var splitter = LineSplitter()
    let bytes = Array("ab\n\ncde\nf".utf8)
    var pieces: [LineSplitter.Piece] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      pieces += splitter.feed(Array(bytes[start..<min(start + size, bytes.count)]))
    }
    #expect(
      pieces == [
        .line(Self.fragment("ab", number: 1)), .line(Self.fragment("", number: 2)),
        .line(Self.fragment("cde", number: 3)),
      ])
    #expect(splitter.fragment == Self.fragment("f", number: 4))
  }

  @Test("any bytes in pieces of any size give the lines that lie between their line feeds")
  func randomSplitting() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      let count = Int.random(in: 0...200, using: &generator)
      let bytes = (0..<count).map { _ in
        [0x0A, 0x0D, 0x00, 0x7B, 0xFF].randomElement(using: &generator) ?? 0x0A
      }.map { UInt8($0) }
      var splitter = LineSplitter()
      var pieces: [LineSplitter.Piece] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 1...9, using: &generator))
        pieces += splitter.feed(Array(piece))
        rest = rest.dropFirst(piece.count)
      }
      let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated().map {
        LineSplitter.Line(number: $0 + 1, bytes: Array($1))
      }
      #expect(pieces == lines.dropLast().map { .line($0) })
      #expect(splitter.fragment == lines.last)
    }
  }

  @Test("whatever comes in whatever order, each command is settled once and only once")
  func randomEvents() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<500 {
      var ledger = CommandLedger()
      var issued: Set<Int> = []
      var settled: [Int] = []
      var reports: [SessionEvent] = []
      func apply(_ effects: [CommandLedger.Effect]) {
        for effect in effects {
          switch effect {
          case .settle(let id, _): settled.append(id)
          case .report(let event): reports.append(event)
          }
        }
      }
      for number in 1...Int.random(in: 1...40, using: &generator) {
        let id = Int.random(in: 0...6, using: &generator)
        switch Int.random(in: 0..<12, using: &generator) {
        case 0...3:
          if case .write(let id, _) = ledger.issue(.sync) { issued.insert(id) }
        case 4...7: apply(ledger.handle(Self.line(#"{"id":\#(id),"ok":true}"#, number: number)))
        case 8: apply(ledger.handle(Self.line(number % 2 == 0 ? "" : "x", number: number)))
        default: apply(ledger.handle(.deadline(id: id)))
        }
      }
      apply(ledger.handle(.ended(.signal(9), fragment: Self.fragment(""))))
      #expect(settled.sorted() == issued.sorted())
      #expect(reports.filter { if case .exited = $0 { true } else { false } }.count == 1)
      #expect(reports.filter { if case .breached = $0 { true } else { false } }.count <= 1)
    }
  }

  @Test("a line over the bound is reported once, before its end; the next one is whole again")
  func overlong() {
    var splitter = LineSplitter()
    let bound = [UInt8](repeating: 0x20, count: ContractLine.byteLimit)
    #expect(splitter.feed(bound) == [])
    #expect(splitter.feed([0x20]) == [.overlong(number: 1)])
    #expect(splitter.feed(bound) == [])
    #expect(
      splitter.feed(Array("\nnext\n".utf8)) == [.line(Self.fragment("next", number: 2))])
  }

  @Test("a tail holds the last 64 KiB")
  func tail() {
    var tail = OutputTail()
    tail.append([UInt8](repeating: 1, count: OutputTail.byteLimit * 3))
    #expect(tail.bytes == [UInt8](repeating: 1, count: OutputTail.byteLimit))
    for _ in 0..<5 { tail.append([UInt8](repeating: 2, count: OutputTail.byteLimit / 4)) }
    tail.append([3])
    #expect(tail.bytes.count == OutputTail.byteLimit)
    #expect(tail.bytes.last == 3)
    #expect(!tail.bytes.contains(1))
  }
}
