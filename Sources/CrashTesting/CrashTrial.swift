// Owns: one interrupted run of a scenario as a value, and its name on the command line.

import AcceptanceModel
import AcceptanceRunner
import FaultServer

/// What of the home is left after a power loss.
package enum DurableImageKind: String, Sendable, Hashable, CaseIterable {
  /// Names as at the last sync of any file, contents as last synced: the journal was not written since.
  case journal
  /// Names as at the power loss, contents as last synced: the journal was written, the data was not.
  case journalAhead = "journal-ahead"
  /// Only what `fsync` of the file and of its folder guarantees (POSIX).
  case strict
}

package enum CrashEvent: Sendable, Hashable {
  /// SIGKILL of the client's processes.
  case kill
  case powerLoss(DurableImageKind)
  /// What the point's own fault does; the client lives on.
  case fault
}

/// One run: what happens, and where. Two points: the client is killed again after its relaunch.
package struct CrashTrial: Sendable, Hashable {
  package var event: CrashEvent
  package var points: [CrashPoint]

  package init(_ event: CrashEvent, _ points: CrashPoint...) {
    self.event = event
    self.points = points
  }

  package init(_ event: CrashEvent, points: [CrashPoint]) {
    self.event = event
    self.points = points
  }
}

// MARK: - Text

/// Network and server faults instead of a kill: each action at the points of one request.
package enum CrashFault: String, Sendable, Hashable, CaseIterable {
  case reset
  case close
  case stall
  case serverCrash = "server-crash"

  var action: FaultAction {
    switch self {
    case .reset: .reset
    case .close: .fin
    case .stall: .stall
    case .serverCrash: .crashServer(.kept)
    }
  }

  init?(_ action: FaultAction) {
    guard let fault = Self.allCases.first(where: { $0.action == action }) else { return nil }
    self = fault
  }

  static let places: [(word: String, point: FaultPoint)] = [
    ("headers", .headers), ("body", .body(byte: 1)), ("before-commit", .beforeCommit),
    ("after-commit", .afterCommit), ("answer-body", .answerBody(byte: 5)),
    ("answer-end", .answerEnd),
  ]

  func planned(at point: FaultPoint, request: Int) -> PlannedFault {
    PlannedFault(
      kind: "custom", selector: .request(request...request), point: point, action: action)
  }
}

extension CrashPoint {
  /// One word, e.g. `server:after-commit:1`, `submit:answered:2`, `call:17:before`, `sync:3`,
  /// `reset:before-commit:1`.
  package var text: String {
    switch self {
    case .server(let moment, let number): "server:\(moment.rawValue):\(number)"
    case .command(let verb, let moment, let number): "\(verb):\(moment.rawValue):\(number)"
    case .call(let number, let side): "call:\(number):\(side.rawValue)"
    case .sync(let number): "sync:\(number)"
    case .fault(let fault): Self.text(of: fault)
    }
  }

  private static func text(of fault: PlannedFault) -> String {
    let place = CrashFault.places.first { $0.point == fault.point }?.word ?? "?"
    guard case .request(let range) = fault.selector else { return "?" }
    return "\(CrashFault(fault.action)?.rawValue ?? "?"):\(place):\(range.lowerBound)"
  }

  package init?(_ text: some StringProtocol) {
    let words = String(text).split(separator: ":").map(String.init)
    func number(_ index: Int) -> Int? {
      guard words.indices.contains(index), let number = Int(words[index]), number > 0 else {
        return nil
      }
      return number
    }
    switch words.first {
    case "sync":
      guard words.count == 2, let number = number(1) else { return nil }
      self = .sync(number: number)
    case "call":
      guard words.count == 3, let number = number(1), let side = CallSide(rawValue: words[2])
      else { return nil }
      self = .call(number: number, side)
    case "server":
      guard words.count == 3, let moment = ServerMoment(rawValue: words[1]), let number = number(2)
      else { return nil }
      self = .server(moment, number: number)
    case let word?:
      guard words.count == 3, let number = number(2) else { return nil }
      if let fault = CrashFault(rawValue: word) {
        guard let place = CrashFault.places.first(where: { $0.word == words[1] }) else {
          return nil
        }
        self = .fault(fault.planned(at: place.point, request: number))
      } else if let moment = CommandMoment(rawValue: words[1]) {
        self = .command(word, moment, number: number)
      } else {
        return nil
      }
    case nil: return nil
    }
  }
}

extension CrashTrial {
  /// As `--at` takes it, e.g. `kill@call:17:before`, `power-loss-strict@sync:3`,
  /// `kill@server:after-commit:1+server:body-read:1`, `fault@reset:headers:1`.
  package var text: String {
    "\(event.text)@\(points.map(\.text).joined(separator: "+"))"
  }

  package init?(_ text: String) {
    let halves = text.split(separator: "@", omittingEmptySubsequences: false)
    guard halves.count == 2, let event = CrashEvent(halves[0]) else { return nil }
    let words = halves[1].split(separator: "+", omittingEmptySubsequences: false)
    let points = words.compactMap { CrashPoint($0) }
    guard points.count == words.count, (1...2).contains(points.count) else { return nil }
    let hasFault = points.contains { if case .fault = $0 { true } else { false } }
    guard hasFault == (event == .fault), !hasFault || points.count == 1 else { return nil }
    self.init(event, points: points)
  }
}

extension CrashEvent {
  package var text: String {
    switch self {
    case .kill: "kill"
    case .powerLoss(let kind): "power-loss-\(kind.rawValue)"
    case .fault: "fault"
    }
  }

  init?(_ text: some StringProtocol) {
    let all = [.kill, .fault] + DurableImageKind.allCases.map(CrashEvent.powerLoss)
    guard let event = all.first(where: { $0.text == text }) else { return nil }
    self = event
  }
}
