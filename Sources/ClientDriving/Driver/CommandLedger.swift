// Owns: which commands are open, and what each line, deadline and end makes of them.
// Does not own: writing, reading and waiting (JSONLinesSession).

import AcceptanceModel
import ClientContract

struct CommandLedger {
  private enum Standing: Equatable {
    case open
    case breached(SessionBreach)
    case ended(ProcessExit)
  }

  private enum Entry: Equatable {
    case awaited
    /// Its limit passed; one late answer may still come.
    case overdue
    case answered
  }

  enum Event {
    case line(LineSplitter.Line)
    case overlongLine(number: Int)
    case deadline(id: Int)
    /// `fragment`: what was left on stdout without a line feed.
    case ended(ProcessExit, fragment: LineSplitter.Line)
  }

  enum Effect: Equatable {
    case settle(id: Int, CommandOutcome)
    case report(SessionEvent)
  }

  enum Issue: Equatable {
    case write(id: Int, line: [UInt8])
    case settled(CommandOutcome)
  }

  private var standing = Standing.open

  /// Whether a line can still mean anything.
  var listens: Bool { standing == .open }

  private var entries: [Int: Entry] = [:]
  private var lastID = 0

  mutating func issue(_ verb: ContractCommand.Verb) -> Issue {
    switch standing {
    case .breached(let breach): return .settled(.breached(breach))
    case .ended(let status): return .settled(.ended(status))
    case .open: break
    }
    let line = ContractCommand(id: lastID + 1, verb: verb).line
    guard line.count <= ContractLine.byteLimit else {
      return .settled(.breached(.commandTooLong(byteCount: line.count)))
    }
    lastID += 1
    entries[lastID] = .awaited
    return .write(id: lastID, line: line)
  }

  mutating func handle(_ event: Event) -> [Effect] {
    switch (standing, event) {
    case (.open, .line(let line)): return handleLine(line)
    case (.open, .overlongLine(let number)):
      return breach(.line(number, .tooLong(byteCount: ContractLine.byteLimit)))
    case (.open, .deadline(let id)):
      guard entries[id] == .awaited else { return [] }
      entries[id] = .overdue
      return [.settle(id: id, .unanswered)]
    case (.open, .ended(let status, let fragment)):
      let effects = handleFragment(fragment, status)
      guard standing == .open else { return effects + [.report(.exited(status))] }
      standing = .ended(status)
      return effects + settleAll(.ended(status)) + [.report(.exited(status))]
    case (.breached, .ended(let status, _)):
      return [.report(.exited(status))]
    case (.breached, .line), (.breached, .overlongLine), (.breached, .deadline):
      return []
    case (.ended, .line), (.ended, .overlongLine), (.ended, .deadline), (.ended, .ended):
      // Only survivors can still write, and they are not the client.
      return []
    }
  }

  private mutating func handleLine(_ line: LineSplitter.Line) -> [Effect] {
    let text = line.number == 1 ? ContractLine.withoutByteOrderMark(line.bytes) : line.bytes
    guard !ContractLine.isBlank(text) else { return [] }
    let reply: ContractReply
    do {
      reply = try ContractReply(parsing: text)
    } catch {
      return breach(.line(line.number, error))
    }
    switch entries[reply.id] {
    case nil: return breach(.unknownAnswer(line: line.number, id: reply.id))
    case .answered: return breach(.repeatedAnswer(line: line.number, id: reply.id))
    case .overdue:
      entries[reply.id] = .answered
      return [.report(.answeredLate(id: reply.id))]
    case .awaited:
      entries[reply.id] = .answered
      return [
        .report(.answered(id: reply.id)), .settle(id: reply.id, CommandOutcome(reply.outcome)),
      ]
    }
  }

  /// A kill may cut a line anywhere, which is no breach; but an answer that only lacks its line
  /// feed counts, and who quits in order does not stop in the middle of a line.
  private mutating func handleFragment(
    _ fragment: LineSplitter.Line, _ status: ProcessExit
  ) -> [Effect] {
    if case .signal = status {
      do {
        _ = try ContractReply(parsing: fragment.bytes)
      } catch {
        return []
      }
    }
    return handleLine(fragment)
  }

  private mutating func breach(_ breach: SessionBreach) -> [Effect] {
    standing = .breached(breach)
    return [.report(.breached(breach))] + settleAll(.breached(breach))
  }

  private mutating func settleAll(_ outcome: CommandOutcome) -> [Effect] {
    let open = entries.filter { $0.value == .awaited }.keys.sorted()
    for id in open { entries[id] = .overdue }
    return open.map { .settle(id: $0, outcome) }
  }
}

extension CommandOutcome {
  fileprivate init(_ outcome: ContractReply.Outcome) {
    switch outcome {
    case .ok(let payload): self = .answered(payload)
    case .unsupported: self = .unsupported
    case .failed(let error):
      self = .failed(errorIsBusy: error == ContractReply.busy, errorByteCount: error.utf8.count)
    }
  }
}
