// Owns: how often an operation is sent as far as the scenario shows: a client sends again only where
// a send failed, or where something happened to it or to the server.

import AcceptanceModel

struct SendReach {
  private let faults: [PlannedFault]
  /// Whether something besides faults on sends may make a client send again.
  private let isOpen: Bool

  init(faults: [PlannedFault], steps: [Step], server: ServerSpec) {
    self.faults = faults
    let launchCount = steps.count { if case .launch = $0 { true } else { false } }
    isOpen =
      server.firstAnswer != .success || launchCount > 1 || steps.contains(where: \.mayCauseResends)
      || faults.contains(where: \.mayMeetAnySend)
  }

  /// Why this fault's sends never come; `nil` where they may.
  func complaint(about fault: PlannedFault) -> String? {
    guard !isOpen, case .operation(let name, let sends) = fault.selector else { return nil }
    var last = 1
    while last < sends.lowerBound, faults.contains(where: { $0.meets(send: last, of: name) }) {
      last += 1
    }
    guard last < sends.lowerBound else { return nil }
    let operation = name.map { " of \"\($0)\"" } ?? ""
    return "this fault can never act: it waits for send \(sends.lowerBound)\(operation), "
      + "but nothing in this scenario makes send \(last) fail, so a right client sends no more; "
      + "add a fault on send \(last), or select \"send\": \(last)"
  }
}

extension PlannedFault {
  /// Whether its selector does not say which send of which operation it matches.
  fileprivate var mayMeetAnySend: Bool {
    switch selector {
    case .request, .connection: true
    case .operation, .key: false
    }
  }

  fileprivate func meets(send number: Int, of name: OperationName?) -> Bool {
    switch selector {
    case .operation(let own, let sends):
      (own == nil || name == nil || own == name) && sends.contains(number)
    case .key(let sends): sends.contains(number)
    case .request, .connection: true
    }
  }
}

extension Step {
  fileprivate var mayCauseResends: Bool {
    switch self {
    case .tapAgain, .retry, .kill, .quit, .server, .damageStore: true
    case .launch, .submit, .sync, .tasks, .await, .check, .release: false
    }
  }
}
