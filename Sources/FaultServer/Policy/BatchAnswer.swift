// Owns: how a batch is answered: an array with an object for each operation, in the batch's order.

import AcceptanceModel
import StrictJSON

extension ResponseBuilder {
  /// Each element is what its operation alone would have been answered, with its `status` in front.
  /// A status from 500 on is the whole request's: a server that lost one answer lost the answer.
  func answer(toBatch answers: [Answer]) -> Answer {
    if let failure = answers.first(where: { $0.status >= 500 }) { return failure }
    let elements = answers.map { answer -> JSONValue in
      let status = JSONMember("status", .integer(answer.status))
      guard let members = PermissiveJSON.parse(answer.body)?.objectValue else {
        return .object([status, JSONMember("body", .string(Latin1.text(answer.body)))])
      }
      return .object([status] + members.filter { $0.name != "status" })
    }
    var batch = Answer(
      status: spec.successStatus, mediaType: "application/json",
      body: JSONWriter.bytes(of: .array(elements)), facts: answers[0].facts)
    batch.otherFacts = answers.dropFirst().map(\.facts)
    return batch
  }
}
