// Owns: `false-success`.

import AcceptanceModel

package enum FalseSuccess: Rule {
  package static let code = FindingCode("false-success")
  package static let summary =
    "A task is done, though the server holds no record or the answer was no success for it."
  package static let likelyCause =
    "The status alone is believed, or any answer without an exception is a success."
  package static let certainty = Certainty.onceSeen

  package static func findings(in reading: Reading) -> [Finding] {
    reading.prematureEndings.compactMap { ending in
      let name = ending.operation.name
      let how = ending.isGone ? "left the client's list" : "is listed as `done`"
      switch ending.kind {
      case .misread(let send):
        let proof = [send.moment, send.outcome?.moment, ending.listing.moment]
        return finding(
          name,
          "operation \(name) \(how) after \(Wording.outcome(of: send)): \(advice(send))",
          proof: proof.compactMap(\.self))
      case .unrecorded(let send):
        let proof = [send.moment, send.outcome?.moment, ending.listing.moment]
        return finding(
          name,
          "operation \(name) \(how) after \(Wording.outcome(of: send)), though the server holds no"
            + " record of it: an answer without a body does not prove that anything was recorded",
          proof: proof.compactMap(\.self))
      case .storeDamaged, .storeLost, .refused, .unanswered:
        return nil
      }
    }
  }

  private static func advice(_ send: SendReading) -> String {
    guard let answer = send.fullAnswer else { return "it had to be kept" }
    switch answer.status {
    case 202: return "202 says that the write was accepted, not that it was done"
    case 200..<300: return "the status alone was believed, the body was not looked at"
    case 300..<400: return "a redirect does not record anything"
    default: return "a refusal was taken for a success"
    }
  }
}
