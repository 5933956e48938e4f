extension Observed {
  /// A step waited as long as the client's limits allow.
  package struct AwaitFailed: ObservationPayload {
    /// From 0.
    package let index: Int
    package let awaited: Awaited
    package let waited: Duration

    package static let line = ObservationLine(
      "awaitFailed", "a step waited as long as the client's limits allow, in vain",
      make: AwaitFailed.init
    ) {
      Part(\AwaitFailed.index, .step)
      Part(\AwaitFailed.awaited, .awaited)
      Part(\AwaitFailed.waited, .time("waitedMs", "how long"))
    }

    package var observation: Observation {
      .runner(.awaitFailed(index: index, awaited, waited: waited))
    }

    package var reproducible: AwaitFailed? {
      AwaitFailed(index: index, awaited: awaited, waited: .zero)
    }

    package func show(in timeline: inout Timeline) {
      timeline.add(
        .note, "waited in vain: \(awaited.words)",
        "Step \(index + 1) waited \(waited.milliseconds) ms for \(awaited.words), in vain.", .bad)
    }
  }
}

extension Awaited {
  /// A noun, e.g. `send 2 of A`.
  fileprivate var words: String {
    switch self {
    case .send(let operation, let number): "send \(number) of \(operation)"
    case .handled(let operation, let number): "the answer to send \(number) of \(operation) handled"
    case .recorded(let operation): "a record of \(operation)"
    case .state(let operation, let state): "\(operation) to be \(state.rawValue)"
    case .idle: "nothing left to send"
    case .settled: "every task to be done or stopped"
    case .silence(let operation, _): operation.map { "silence about \($0)" } ?? "silence"
    case .exit(let process): "the end of the \(process)"
    }
  }
}

extension LineItem where Value == Awaited {
  fileprivate static var awaited: LineItem {
    let operation = LineItem<OperationName>.operation
    let number = LineItem<Int>.sendNumber
    return .cases(
      "awaited", "what was awaited",
      [
        LineCase(
          "send", all(operation, number), make: { .send($0, number: $1) },
          take: { if case .send(let name, let number) = $0 { (name, number) } else { nil } }),
        LineCase(
          "handled", all(operation, number), make: { .handled($0, send: $1) },
          take: { if case .handled(let name, let number) = $0 { (name, number) } else { nil } }),
        LineCase(
          "recorded", operation, make: { .recorded($0) },
          take: { if case .recorded(let name) = $0 { name } else { nil } }),
        LineCase(
          "state", all(operation, LineItem<TaskState>.state), make: { .state($0, $1) },
          take: { if case .state(let name, let state) = $0 { (name, state) } else { nil } }),
        LineCase("idle", .idle), LineCase("settled", .settled),
        LineCase(
          "silence", all(LineItem<OperationName?>.operation, .longerThanLease),
          make: { .silence($0, longerThanLease: $1) },
          take: { if case .silence(let name, let isLong) = $0 { (name, isLong) } else { nil } }),
        LineCase(
          "exit", LineItem<ProcessName>.process, make: { .exit($0) },
          take: { if case .exit(let process) = $0 { process } else { nil } }),
      ])
  }
}

extension LineItem where Value == Bool {
  fileprivate static var longerThanLease: LineItem {
    .flag("longerThanLease", "whether it waits for longer than a dead sender's right lasts")
  }
}

extension LineItem where Value == Int {
  /// From 1.
  static var sendNumber: LineItem { .integer("number", "which send, from 1") }
}
