// Owns: the phrases that sentences are made of: numbers and words of the scenario only.

import AcceptanceModel

enum Wording {
  static func duration(_ duration: Duration) -> Message { "\(duration)" }

  static func ordinal(_ number: Int) -> Message {
    let suffix: Message =
      switch (number % 100, number % 10) {
      case (11...13, _): "th"
      case (_, 1): "st"
      case (_, 2): "nd"
      case (_, 3): "rd"
      default: "th"
      }
    return "\(number)\(suffix)"
  }

  static func count(_ number: Int, _ noun: StaticString) -> Message {
    if number == 1 { return "1 \(own: noun)" }
    let ending: Message = noun.description.utf8.last == UInt8(ascii: "s") ? "es" : "s"
    return "\(number) \(own: noun)\(ending)"
  }

  static func launches(_ numbers: [LaunchNumber]) -> Message {
    (numbers.count == 1 ? "launch " : "launches ") + list(numbers.map { "\($0.number)" })
  }

  /// `A`, `A and B`, `A, B and C`.
  static func list(_ words: [Message]) -> Message {
    guard words.count > 1, let last = words.last else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }

  static func operations(_ names: [OperationName]) -> Message {
    (names.count == 1 ? "operation " : "operations ") + list(names.map { "\($0)" })
  }

  /// What became of a send, as a noun phrase: `a 503`, `a connection reset before any answer`.
  static func outcome(of send: ObservedSend) -> Message {
    let own = ownOutcome(of: send)
    guard let stray = send.strayAnswer else { return own }
    return "\(own) and then a \(stray.status) to \(request(stray.kind))"
  }

  private static func ownOutcome(of send: ObservedSend) -> Message {
    guard let outcome = send.outcome else { return send.broken?.phrase(nil) ?? "no answer yet" }
    switch outcome.kind {
    case .answered(let answer):
      return self.answer(answer) + (outcome.isHeard ? "" : " that no process was left to read")
    case .ended(let end): return send.broken?.phrase(end) ?? phrase(end)
    }
  }

  private static func phrase(_ end: RequestEnd) -> Message {
    switch end {
    case .reset: "a reset connection"
    case .closed: "a connection closed without an answer"
    case .peerGone: "an answer that the client did not wait for"
    case .abandoned: "no answer until the scenario's end"
    }
  }

  private static func request(_ kind: StrayKind) -> Message {
    switch kind {
    case .probe: "a GET, HEAD or OPTIONS request"
    case .otherPath: "a request to another path"
    case .otherQuery: "a request with another query"
    case .otherMethod: "a request with another method"
    case .otherHost: "a request for another host"
    case .malformed: "bytes that are no HTTP request"
    }
  }

  static func answer(_ answer: AnswerFacts) -> Message {
    let status: Message = answer.status == 0 ? "an answer" : "a \(answer.status)"
    switch answer.delivery {
    case .cut: return "\(status) that was cut short"
    case .none: return "\(status) of which nothing arrived"
    case .full: break
    }
    guard (200..<300).contains(answer.status) else {
      return answer.refusal.map { "\(status) \($0.phrase)" } ?? status
    }
    switch answer.content {
    case .success: return status
    case .successOfAnother: return "\(status) for another operation"
    case .error: return "\(status) that carries an error"
    case .empty: return "an empty \(answer.status)"
    case .other: return "\(status) that is no success answer"
    }
  }

  static func exit(_ exit: ProcessExit) -> Message {
    switch exit {
    case .status(let status): "with status \(status)"
    case .signal(let number):
      "by signal \(number)\(SignalNumber.names[number].map { " (\($0))" } ?? "")"
    }
  }

  static func state(_ state: TaskState) -> Message { "`\(state)`" }

  /// How a launch ended: `was killed`, `had quit`, …
  static func end(of launch: ObservedLaunch, okExit: Set<Int32>) -> Message {
    switch launch.endCause(okExit: okExit) {
    case .killed: "was killed"
    case .terminated: "was terminated"
    case .quit: "had quit"
    case .byItself: "had ended by itself"
    case .crashed: "had crashed"
    case nil: "was still alive"
    }
  }

  /// `a second key`, in words up to what anyone reads.
  static func spelled(_ number: Int) -> Message {
    let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    return words.indices.contains(number) ? words[number] : "\(number)"
  }
}
