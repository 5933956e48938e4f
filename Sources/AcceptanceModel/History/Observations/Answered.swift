extension Observed {
  /// Written before the last byte of the answer is handed over: from then on the client may know.
  package struct Answered: ObservationPayload {
    package let request: RequestNumber
    package let answer: AnswerFacts

    package static let line = ObservationLine(
      "answered", "a complete answer is about to be handed over", make: Answered.init
    ) {
      Part(\Answered.request, .request)
      Part(\Answered.answer, .answer)
    }

    package var observation: Observation { .server(.answered(request, answer)) }

    package func show(in timeline: inout Timeline) {
      let (arrival, extent): (TimelineEvent.Arrival, String) =
        switch answer.delivery {
        case .full: (.whole, "")
        case .cut: (.partly, ", cut off")
        case .none: (.notAtAll, ", of which nothing arrives")
        }
      let replay = answer.isReplay ? ", from the record" : ""
      let isSuccess = answer.content == .success && answer.delivery == .full
      timeline.add(
        .answer(arrival), "\(answer.status)\(extent)",
        "The server answers \(timeline.words(for: request)) with "
          + "\(answer.status)\(replay)\(extent).",
        isSuccess ? .good : .plain)
    }
  }
}

extension LineItem where Value == AnswerFacts {
  /// An answer by reference: status, which content, how far it was delivered, and the numbers that
  /// may be shown.
  fileprivate static var answer: LineItem {
    LineItem(
      make: {
        AnswerFacts(
          status: $0, content: $1, delivery: $2, retryAfter: $5, isReplay: $3, numbers: $4,
          refusal: $6)
      },
      parts: {
        Part(\AnswerFacts.status, .status)
        Part(\AnswerFacts.content, .word("content", "what the answer said"))
        Part(\AnswerFacts.delivery, .word("delivery", "how far the answer was delivered"))
        Part(
          \AnswerFacts.isReplay,
          .flag("isReplay", "whether it answered a key that was recorded before"))
        Part(\AnswerFacts.numbers, .numbers)
        Part(
          \AnswerFacts.retryAfter, .maybe(.time("retryAfterMs", "the pause that the answer named")))
        Part(
          \AnswerFacts.refusal,
          .maybe(.word("refusal", "why the server's contract refused the send")))
      })
  }
}

extension LineItem where Value == AnswerNumbers {
  fileprivate static var numbers: LineItem {
    let number = all(
      LineItem<String>.fileText("name", "the field's name"),
      LineItem<Int>.integer("value", "the field's value; in a check, as JSON text"))
    let list = number.list("numbers", "the answer's numbers that may be shown")
    return LineItem(
      list.members,
      write: { numbers, fields in
        fields["numbers"] = .list(
          numbers.members.map {
            .number(named: $0.name, .fields(number.fields(of: ($0.name, $0.value))))
          })
      },
      read: { fields throws(LineMismatch) in
        var numbers = AnswerNumbers()
        for (name, value) in try list.read(fields) { numbers[name] = value }
        return numbers
      })
  }
}
