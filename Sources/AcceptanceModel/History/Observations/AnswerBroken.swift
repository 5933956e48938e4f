extension Observed {
  /// What is written instead of a whole answer. Written before its first byte is; the request's end
  /// follows.
  package struct AnswerBroken: ObservationPayload {
    package let request: RequestNumber
    package let answer: BrokenAnswer

    package static let line = ObservationLine(
      "answerBroken", "what is written instead of a whole answer", make: AnswerBroken.init
    ) {
      Part(\AnswerBroken.request, .request)
      Part(\AnswerBroken.answer, .broken)
    }

    package var observation: Observation { .server(.answerBroken(request, answer)) }

    package func show(in timeline: inout Timeline) {
      let whose = timeline.words(for: request).capitalisedFirst
      timeline.add(
        .atServer, "no whole answer",
        "\(whose) is answered with \(answer.phrase(.closed).text).", .trouble)
    }
  }
}

extension LineItem where Value == BrokenAnswer {
  /// The bytes are the server's own, so their counts need no buckets.
  fileprivate static var broken: LineItem {
    LineItem(
      make: {
        BrokenAnswer(
          defect: $0, status: $2, isHTTP10: $3, byteCount: $1, promisedByteCount: $4)
      },
      parts: {
        Part(
          \BrokenAnswer.defect,
          .word("defect", "what is wrong with the answer, or missing from it"))
        Part(
          \BrokenAnswer.byteCount,
          .integer(
            "writtenBytes", "bytes written of its body; of all of it where its head is broken"))
        Part(\BrokenAnswer.status, .maybe(.status))
        Part(\BrokenAnswer.isHTTP10, .mark("http10", "present where it is written as HTTP/1.0"))
        Part(
          \BrokenAnswer.promisedByteCount,
          .maybe(.integer("promisedBytes", "its Content-Length, where that is a number")))
      })
  }
}
