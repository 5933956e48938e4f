// The kinds of field that lines are made of, and those that several observations share.

extension LineItem {
  /// - Parameters:
  ///   - accepted: What a message says that the field must be.
  ///   - take: `nil` where the value is none of this kind.
  fileprivate static func one(
    _ field: FieldName, _ form: LineForm, _ meaning: String, accepted: String,
    write: @escaping @Sendable (Value) -> LineValue, take: @escaping @Sendable (LineValue) -> Value?
  ) -> LineItem {
    LineItem(
      [.always(field, form, meaning)], write: { $1[field] = write($0) },
      read: { fields throws(LineMismatch) in
        guard let value = fields[field].flatMap(take) else { throw LineMismatch(field, accepted) }
        return value
      })
  }
}

extension LineItem where Value == Int {
  package static func integer(_ field: FieldName, _ meaning: String) -> LineItem {
    .one(
      field, .integer, meaning, accepted: "an integer", write: { .integer($0) },
      take: {
        if case .integer(let number) = $0 { number } else { nil }
      })
  }

  /// Bytes; only the bucket is written.
  package static func size(_ field: FieldName, _ meaning: String) -> LineItem {
    .one(
      field, .size, meaning, accepted: "an integer", write: { .size(byteCount: $0) },
      take: {
        if case .size(let count) = $0 { count } else { nil }
      })
  }

  package static var bodySize: LineItem {
    .size("bodySize", "bytes of the body: the lowest of its bucket (0, 1, 64, 256, 1024, …)")
  }

  package static var status: LineItem { .integer("status", "the HTTP status") }

  /// From 0.
  package static var step: LineItem { .integer("step", "the step's index, from 0") }

  package static var count: LineItem { .integer("count", "how many") }
}

extension LineItem where Value == Int32 {
  package static func integer32(_ field: FieldName, _ meaning: String) -> LineItem {
    .one(
      field, .integer, meaning, accepted: "32 bits", write: { .integer(Int($0)) },
      take: {
        if case .integer(let number) = $0 { Int32(exactly: number) } else { nil }
      })
  }
}

extension LineItem where Value == Duration {
  package static func time(_ field: FieldName, _ meaning: String) -> LineItem {
    .one(
      field, .time, meaning, accepted: "a number of milliseconds with at most six places",
      write: { .time($0) },
      take: { if case .time(let duration) = $0 { duration } else { nil } })
  }
}

extension LineItem where Value == Bool {
  package static func flag(_ field: FieldName, _ meaning: String) -> LineItem {
    .one(
      field, .flag, meaning, accepted: "true or false", write: { .flag($0) },
      take: {
        if case .flag(let flag) = $0 { flag } else { nil }
      })
  }

  /// `true` where it is there, and left out otherwise.
  package static func mark(_ field: FieldName, _ meaning: String) -> LineItem {
    LineItem(
      [.maybe(field, .flag, meaning)], write: { if $0 { $1[field] = .flag(true) } },
      read: { fields throws(LineMismatch) in fields[field] != nil })
  }
}

extension LineItem where Value: RawRepresentable<String> & CaseIterable {
  package static func word(_ field: FieldName, _ meaning: String) -> LineItem {
    let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
    return .one(
      field, .words(Value.self), meaning, accepted: "one of \(known)",
      write: { .word(Keyword($0)) },
      take: { if case .word(let word) = $0 { Value(rawValue: word.text) } else { nil } })
  }
}

// MARK: - Texts

/// A text that may be a client's or a user's: compared, written as a token, never shown.
package struct ConfidentialText: Sendable, Hashable, Undisclosed {
  package let text: String

  package init(_ text: String) { self.text = text }
}

extension LineItem where Value == ConfidentialText {
  package static func confidential(_ field: FieldName, _ meaning: String) -> LineItem {
    .one(
      field, .token, meaning, accepted: "a token of 32 hex digits",
      write: { .confidential($0.text, domain: field) },
      take: { if case .confidential(let text, _) = $0 { ConfidentialText(text) } else { nil } })
  }
}

extension LineItem where Value == String {
  /// Text of the scenario file.
  package static func fileText(_ field: FieldName, _ meaning: String) -> LineItem {
    .one(
      field, .fileText, meaning, accepted: "a string", write: { .fileText($0) },
      take: {
        switch $0 {
        case .fileText(let text), .checkedName(let text): text
        default: nil
        }
      })
  }

  /// The name of a number in the server's answers that the scenario file checks: answers may show it.
  package static func checkedName(_ field: FieldName, _ meaning: String) -> LineItem {
    let text = LineItem.fileText(field, meaning)
    return LineItem(
      text.members, write: { $1[field] = .checkedName($0) }, read: text.read)
  }

  /// A word of the contract's; any other text is confidential.
  package static func wordOrToken<Word: RawRepresentable<String> & CaseIterable>(
    _ field: FieldName, _ words: Word.Type, _ meaning: String
  ) -> LineItem {
    let known = words.allCases.map { Keyword($0) }
    return .one(
      field, .tokenOr(known.map(\.text)), meaning, accepted: "a string",
      write: { LineValue($0, oneOf: known, domain: field) }, take: \.wordOrToken)
  }

  /// A command, in the contract's word for it.
  package static var command: LineItem {
    .wordOrToken("command", ContractVerb.self, "the command, in the contract's word")
  }
}

extension LineValue {
  /// The word where it is one of `words`, else its token.
  package init(_ text: String, oneOf words: [Keyword], domain: FieldName) {
    self = words.first { $0.text == text }.map { .word($0) } ?? .confidential(text, domain: domain)
  }

  package var wordOrToken: String? {
    switch self {
    case .word(let word): word.text
    case .confidential(let text, _): text
    default: nil
    }
  }
}

extension LineItem where Value == Message {
  package static func sentence(_ field: FieldName, _ meaning: String) -> LineItem {
    .one(
      field, .sentence, meaning, accepted: "a string", write: { .sentence($0) },
      take: {
        if case .sentence(let message) = $0 { message } else { nil }
      })
  }
}

// MARK: - Names and numbers of the domain

extension LineItem where Value == OperationName {
  package static func operation(_ field: FieldName, _ meaning: String) -> LineItem {
    LineItem<String>.fileText(field, meaning).map({ OperationName($0) }, back: { $0.text })
  }

  package static var operation: LineItem {
    .operation("operation", "what the scenario file calls the operation; left out where it is none")
  }
}

extension LineItem where Value == OperationName? {
  package static var operation: LineItem { .maybe(.operation) }
}

extension LineItem where Value == ProcessName {
  package static var process: LineItem {
    LineItem<String>.fileText("process", "what the scenario file calls that running copy")
      .map({ ProcessName($0) }, back: { $0.text })
  }
}

extension LineItem where Value == LaunchNumber {
  package static var launch: LineItem {
    LineItem<Int>.integer("launch", "the launch of the client, from 1 over all its processes")
      .map({ LaunchNumber($0) }, back: { $0.number })
  }
}

extension LineItem where Value == RequestNumber {
  package static var request: LineItem {
    LineItem<Int>.integer(
      "request", "the request, in the order of arrival over all connections, from 1"
    ).map({ RequestNumber($0) }, back: { $0.number })
  }
}

extension LineItem where Value == RequestNumber? {
  package static var request: LineItem { .maybe(.request) }
}

extension LineItem where Value == ConnectionNumber {
  package static var connection: LineItem {
    LineItem<Int>.integer("connection", "the connection, in the order of acceptance, from 1")
      .map({ ConnectionNumber($0) }, back: { $0.number })
  }
}

extension LineItem where Value == RecordNumber {
  package static var record: LineItem {
    LineItem<Int>.integer("record", "the record, in the order of commitment, from 1")
      .map({ RecordNumber($0) }, back: { $0.number })
  }
}

extension LineItem where Value == TaskID {
  package static var task: LineItem {
    LineItem<ConfidentialText>.confidential("task", "the client's name for the task")
      .map({ TaskID($0.text) }, back: { ConfidentialText($0.text) })
  }
}

extension LineItem where Value == TaskState {
  package static var state: LineItem {
    .word("state", "where the task stands, in the contract's word")
  }
}

extension LineItem where Value == IdempotencyKey? {
  /// The key's token; with it the key in clear, where its shape is declared safe.
  package static var key: LineItem {
    LineItem(
      [
        .maybe("key", .token, "the idempotency key; left out where there was none"),
        .maybe(
          "keyClear", .clearKey,
          "the key itself, where the scenario file declares its shape safe"),
      ],
      write: { key, fields in
        guard let key else { return }
        fields["key"] = .confidential(key.text, domain: "key")
        fields["keyClear"] = .clearKey(key.text)
      },
      read: { fields throws(LineMismatch) in
        guard case .confidential(let token, _) = fields["key"] else { return nil }
        return IdempotencyKey(token)
      })
  }
}

// MARK: - Limits

extension LineItem where Value == DeclaredLimits {
  package static var limits: LineItem {
    LineItem(make: DeclaredLimits.init) {
      Part(
        \DeclaredLimits.retryCap,
        .maybe(.time("retryCapMs", "the longest pause between two sends of a task")))
      Part(
        \DeclaredLimits.responseTimeout,
        .maybe(.time("responseTimeoutMs", "how long the client waits for an answer")))
      Part(
        \DeclaredLimits.lease,
        .maybe(.time("leaseMs", "how long a dead sender's right to send lasts")))
      Part(
        \DeclaredLimits.maxSendsPerSecond,
        .maybe(.integer("maxSendsPerSecond", "the most sends of one task in a second")))
      Part(
        \DeclaredLimits.quit, .maybe(.time("quitMs", "how long an orderly quit may take")))
      Part(
        \DeclaredLimits.retries,
        .maybe(.word("retries", "whether the client sends again by itself, or when told to sync")))
      Part(
        \DeclaredLimits.answerWithin,
        .maybe(.time("answerWithinMs", "how long a command may wait for its answer")))
    }
    .object("limits", "the client's own promises, or the scenario file's for it")
  }
}
