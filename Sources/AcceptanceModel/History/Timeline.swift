/// What a person wants to see of a history, in order.
///
/// Observations add events to it with `add`, and take from it what earlier ones have said: which
/// process a launch is, which send a request is, which number a key has.
package struct Timeline: Sendable {
  package private(set) var events: [TimelineEvent] = []
  /// By index in the scenario.
  private let faultKinds: [String]
  private var keys: [IdempotencyKey: Int] = [:]
  private var processes: [LaunchNumber: ProcessName] = [:]
  private var requests: [RequestNumber: String] = [:]
  private var now: HistoryEntry?

  /// - Parameters:
  ///   - history: As evidence shows it: every text in it may be shown.
  ///   - proofs: Codes of findings by the entries that prove them.
  package init(_ history: History, faultKinds: [String], proofs: [Int: [String]] = [:]) {
    self.faultKinds = faultKinds
    // Numbered by the sends, as the judge's sentences number them.
    for entry in history.entries {
      guard case .server(.arrived(let send)) = entry.observation, let key = send.key.key,
        keys[key] == nil
      else { continue }
      keys[key] = keys.count + 1
    }
    for entry in history.entries {
      now = entry
      entry.observation.payload.show(in: &self)
    }
    for index in events.indices { events[index].proves = proofs[events[index].entry] ?? [] }
  }

  /// Adds an event at the time of the observation that is being shown.
  ///
  /// - Parameters:
  ///   - label: A few words for the diagram.
  ///   - sentence: A whole sentence for the list.
  ///   - key: As `keyOrdinal` gives it.
  package mutating func add(
    _ shape: TimelineEvent.Shape, _ label: String, _ sentence: String,
    _ tone: TimelineEvent.Tone = .plain, key: Int? = nil
  ) {
    guard let now else { return }
    events.append(
      TimelineEvent(
        entry: now.sequence, at: now.at, shape: shape, label: label, sentence: sentence,
        tone: tone, key: key))
  }

  // MARK: - Context

  /// The n-th distinct key that the client sent, from 1; `nil` for one that it never sends.
  package func keyOrdinal(_ key: IdempotencyKey?) -> Int? { key.flatMap { keys[$0] } }

  package mutating func name(_ launch: LaunchNumber, _ process: ProcessName) {
    processes[launch] = process
  }

  /// `the client`, or `the client's background` where it is another process of the scenario's.
  package func client(_ launch: LaunchNumber) -> String {
    switch processes[launch] {
    case nil, .some(.app): "the client"
    case .some(let process): "the client's \(process)"
    }
  }

  package mutating func describe(_ request: RequestNumber, as words: String) {
    requests[request] = words
  }

  /// `send 2 of A` where that is known, else `request 7`.
  package func words(for request: RequestNumber) -> String { requests[request] ?? "\(request)" }

  /// - Parameter index: The fault's place in the scenario, from 0.
  package func faultKind(_ index: Int) -> String {
    faultKinds.indices.contains(index) ? faultKinds[index] : "fault \(index + 1)"
  }
}

extension String {
  /// `the client` → `The client`.
  package var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }

  /// `1 send`, `2 sends`.
  package static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
