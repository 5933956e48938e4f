// Owns: claims about commands, lines and ends, on values alone; and about splitting lines.

import ClientContract
import StrictJSON
import Testing

@testable import ClientDriving

@Suite("The command ledger")
struct CommandLedgerTests {
  private static func line(_ text: String) -> CommandLedger.Event { .line(Array(text.utf8)) }
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
    let breach = SessionBreach.unknownAnswer(id: 3)
    #expect(
      ledger.handle(Self.ok(3)) == [
        .report(.breached(breach)), .settle(id: 1, .breached(breach)),
        .settle(id: 2, .breached(breach)),
      ])
    #expect(ledger.handle(Self.ok(1)) == [])
    #expect(ledger.handle(.overlongLine) == [])
    #expect(ledger.handle(.deadline(id: 1)) == [])
    #expect(ledger.issue(.sync) == .settled(.breached(breach)))
    #expect(
      ledger.handle(.ended(.status(0), fragment: [])) == [.report(.exited(.status(0)))])
  }

  @Test("a deadline settles an open command and no other")
  func deadline() {
    var ledger = Self.ledger(commands: 2)
    _ = ledger.handle(Self.ok(1))
    #expect(ledger.handle(.deadline(id: 1)) == [])
    #expect(ledger.handle(.deadline(id: 2)) == [.settle(id: 2, .unanswered)])
    #expect(ledger.handle(.deadline(id: 2)) == [])
    #expect(ledger.handle(Self.ok(2)) == [.report(.answeredLate(id: 2))])
    let breach = SessionBreach.repeatedAnswer(id: 2)
    #expect(ledger.handle(Self.ok(2)) == [.report(.breached(breach))])
  }

  @Test("the end settles what is open, after the last words")
  func end() {
    var ledger = Self.ledger(commands: 2)
    let fragment = Array(#"{"id":2,"ok":true}"#.utf8)
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
      (.status(0), .breached(.line(.notJSON(byteCount: 4)))),
    ])
  func halfLine(exit: ProcessExit, outcome: CommandOutcome) {
    var ledger = Self.ledger(commands: 1)
    let effects = ledger.handle(.ended(exit, fragment: Array("{\"id".utf8)))
    #expect(effects.contains(.settle(id: 1, outcome)))
    #expect(effects.last == .report(.exited(exit)))
  }

  @Test("lines come out whole, however the bytes come in", arguments: 1...7)
  func splitting(size: Int) {
    var splitter = LineSplitter()
    let bytes = Array("ab\n\ncde\nf".utf8)
    var pieces: [LineSplitter.Piece] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      pieces += splitter.feed(Array(bytes[start..<min(start + size, bytes.count)]))
    }
    #expect(
      pieces == [.line(Array("ab".utf8)), .line([]), .line(Array("cde".utf8))])
    #expect(splitter.fragment == Array("f".utf8))
  }

  @Test("a line over the bound is reported once, before its end; the next one is whole again")
  func overlong() {
    var splitter = LineSplitter()
    let bound = [UInt8](repeating: 0x20, count: ContractLine.byteLimit)
    #expect(splitter.feed(bound) == [])
    #expect(splitter.feed([0x20]) == [.overlong])
    #expect(splitter.feed(bound) == [])
    #expect(splitter.feed(Array("\nnext\n".utf8)) == [.line(Array("next".utf8))])
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
