// Owns: the exchange of two answers between the threads of their requests.

import Synchronization

final class AnswerExchange: Sendable {
  private struct Offer {
    let answer: Answer
    let taken: WakeUp
    var other: Answer?
  }

  private let offers = Mutex<[Int: [Offer]]>([:])

  /// Waits for the other request that the same fault meets.
  ///
  /// - Returns: The other request's answer; `nil` where none came while the connection lived.
  func exchange(
    _ answer: Answer, at fault: Int, on connection: Connection
  ) throws(FaultServerError) -> Answer? {
    let taken = try WakeUp()
    let other: Answer? = offers.withLock { offers in
      if let index = offers[fault]?.firstIndex(where: { $0.other == nil }) {
        offers[fault]?[index].other = answer
        offers[fault]?[index].taken.set()
        return offers[fault]?[index].answer
      }
      offers[fault, default: []].append(Offer(answer: answer, taken: taken))
      return nil
    }
    if let other { return other }
    let end = PollWait.wait(
      connection.descriptor, on: connection.sockets, for: .peerGone,
      wakes: connection.connectionGroup.end, taken,
      until: .now + ConnectionHandler.stallLimit)
    return offers.withLock { offers in
      guard let index = offers[fault]?.firstIndex(where: { $0.taken === taken }) else { return nil }
      let offer = offers[fault]?.remove(at: index)
      return end == .woken(1) ? offer?.other : nil
    }
  }
}
