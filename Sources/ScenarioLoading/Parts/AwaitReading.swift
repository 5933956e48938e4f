// Owns: what an `await` step may wait for.

import AcceptanceModel
import StrictJSON

extension Awaited {
  static func read(_ reader: inout ObjectReader) -> Awaited? {
    let awaited: [Awaited?] = [
      reader.optional("send", .awaitedSend, "the n-th send of an operation, and its answer or end"),
      reader.optional(
        "handled", .handledAnswer,
        "the client has dealt with the answer to this send, or with its end"),
      reader.optional("recorded", .operationName, "the server's record of the operation")
        .map { .recorded($0) },
      reader.optional("state", .operationState, "the operation is listed in this state")
        .map { .state($0.operation, $0.state) },
      reader.optional("idle", .yes, "no task is listed as pending or sending").map { _ in .idle },
      reader.optional("settled", .yes, "every task is listed as done or stopped, or gone")
        .map { _ in .settled },
      reader.optional("silence", .silence, "no send arrives within the silence window"),
      reader.optional("exit", .processName, "this process has ended").map { .exit($0) },
    ]
    let names = ["send", "handled", "recorded", "state", "idle", "settled", "silence", "exit"]
    guard reader.exactlyOne(of: names) else { return nil }
    return awaited.compactMap { $0 }.first
  }
}

extension Form where Value == Awaited {
  fileprivate static var awaitedSend: Form {
    .object { reader in
      let operation = reader.required("operation", .operationName, "the operation")
      let number = reader.required("number", .integer(1...1000), "which send, counted from 1")
      guard let operation, let number else { return nil }
      return .send(operation, number: number)
    }
  }

  fileprivate static var handledAnswer: Form {
    .object { reader in
      let operation = reader.required("operation", .operationName, "the operation")
      let number = reader.required("send", .integer(1...1000), "which send, counted from 1")
      guard let operation, let number else { return nil }
      return .handled(operation, send: number)
    }
  }

  fileprivate static var silence: Form {
    let object = Form.object { reader in
      let operation = reader.optional("operation", .operationName, "of which; of any if left out")
      let isLonger = reader.optional(
        "longerThanLease", .flag, "whether to wait for longer than a dead sender's right lasts")
      return .silence(operation, longerThanLease: isLonger ?? false)
    }
    return .either(Form<Bool>.yes.map { _ in .silence(nil, longerThanLease: false) }, object)
  }
}

struct OperationState: Sendable {
  let operation: OperationName
  let state: TaskState
}

extension Form where Value == OperationState {
  static var operationState: Form {
    .object { reader in
      let operation = reader.required("operation", .operationName, "the operation")
      let state = reader.required(
        "is", Form<TaskState>.word(noun: "state"), "the contract's word for where it stands")
      guard let operation, let state else { return nil }
      return OperationState(operation: operation, state: state)
    }
  }
}
