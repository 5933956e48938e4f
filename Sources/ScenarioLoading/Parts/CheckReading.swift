// Owns: what a `check` step may demand.

import AcceptanceModel
import StrictJSON

extension Check {
  static func read(_ reader: inout ObjectReader) -> Check? {
    let checks: [Check?] = [
      reader.optional("kept", .operationName, "the operation is listed as not finished")
        .map { .kept($0) },
      reader.optional("state", .operationState, "the operation is listed in this state")
        .map { .state($0.operation, $0.state) },
      reader.optional("records", .records, "how many records the server holds"),
      reader.optional("sends", .sends, "how many complete sends have arrived"),
      reader.optional("answer", .answer, "what a send was answered"),
      reader.optional("inFlight", .inFlight, "how many sends were ever in flight at once"),
    ]
    let names = ["kept", "state", "records", "sends", "answer", "inFlight"]
    guard reader.exactlyOne(of: names) else { return nil }
    return checks.compactMap { $0 }.first
  }
}

extension Form where Value == Check {
  private static let counts = 0...100_000

  fileprivate static var records: Form {
    let object = Form.object { reader in
      let operation = reader.optional("operation", .operationName, "of which; in all if left out")
      let count = reader.required("count", .integer(counts), "how many")
      return count.map { .records(operation, count: $0) }
    }
    return .either(Form<Int>.integer(counts).map { .records(nil, count: $0) }, object)
  }

  fileprivate static var sends: Form {
    .object { reader in
      let operation = reader.optional("operation", .operationName, "of which; in all if left out")
      let exactly = reader.optional("exactly", .integer(counts), "how many")
      let atLeast = reader.optional("atLeast", .integer(counts), "how many at least")
      let atMost = reader.optional("atMost", .integer(counts), "how many at most")
      reader.atLeastOne(of: ["exactly", "atLeast", "atMost"])
      reader.atMostOne(of: ["exactly", "atLeast"])
      reader.atMostOne(of: ["exactly", "atMost"])
      if let exactly { return .sends(operation, atLeast: exactly, atMost: exactly) }
      if let atLeast, let atMost, atLeast > atMost {
        reader.problems.add(
          reader.position(of: "atMost"),
          "\"atMost\" must be at least \"atLeast\", which is \(atLeast); found \(atMost)")
      }
      return .sends(operation, atLeast: atLeast ?? 0, atMost: atMost)
    }
  }

  fileprivate static var answer: Form {
    .object { reader in
      let operation = reader.required("operation", .operationName, "the operation")
      let number = reader.required("send", .integer(1...1000), "which send, counted from 1")
      let status = reader.required("status", .integer(200...599), "the answer's status")
      let fields = reader.optional(
        "fields",
        .map(from: .fieldName, to: .integer(0...1_000_000_000), count: 0...20, of: "fields"),
        "numbers that the answer carries, e.g. attempts, record_count")
      guard let operation, let number, let status else { return nil }
      return .answer(
        operation, number: number, status: status,
        fields: (fields ?? []).map { JSONMember($0.name, .integer($0.value)) })
    }
  }

  fileprivate static var inFlight: Form {
    .object { reader in
      reader.required("atMost", .integer(1...1000), "how many at most").map {
        .inFlight(atMost: $0)
      }
    }
  }
}
