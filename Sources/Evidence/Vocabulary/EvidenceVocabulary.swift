// Owns: which fields each kind of evidence line has. The schema, the page of the format and the test
// that holds every written line against them are made of it.

import AcceptanceModel

package enum EvidenceVocabulary {
  /// In every line, the first and the last too.
  package static let everyLine: [LineMember] = [
    .always(.version, .integer), .always(.sequence, .integer), .always(.previous, .digest),
    .always(.at, .time), .always(.kind, .words(EvidenceKind.self)),
  ]

  /// Besides those of every line; observations have their number in the history too.
  package static func members(of kind: EvidenceKind) -> [LineMember] {
    switch kind {
    case .header: header
    case .terms: terms
    case .verdict: verdict
    case .end: [.always(.lines, .integer), .always(.complete, .flag)]
    case .launched, .greeted, .submitted, .acknowledged, .submitRefused, .submitUnanswered,
      .synced, .retryAsked, .damaged, .listed, .signalled, .exited, .unanswered, .abilityDenied,
      .contractBroken,
      .leftBehind, .secretSeen:
      [entry] + client(kind)
    case .listening, .serverDown, .serverUp, .serverRestarted, .connected, .arrived, .partial,
      .strayed, .foreign, .followedRedirect, .committed, .recordReplaced, .recordsLost, .clockMoved,
      .faultActed, .held,
      .released, .answered, .answerBroken, .strayAnswered, .ended:
      [entry] + server(kind)
    case .stepBegan, .awaitFailed, .checkFailed, .stepsEnded: [entry] + runner(kind)
    }
  }

  private static let entry = LineMember.always(.entry, .integer)
  private static let launch = LineMember.always(.launch, .integer)
  private static let request = LineMember.always(.request, .integer)
  private static let connection = LineMember.always(.connection, .integer)
  private static let operation = LineMember.always(.operation, .fileText)
  private static let someOperation = LineMember.maybe(.operation, .fileText)
  private static let key: [LineMember] = [.maybe(.key, .token), .maybe(.keyClear, .clearKey)]

  private static let header: [LineMember] = [
    .always(.schema, .words([EvidenceChain.schema.text])), .always(.run, .token),
    .always(.tool, .fileText), .always(.table, .fileText), .always(.tableDigest, .digest),
    .maybe(.clientDigest, .digest), .always(.policyDigest, .digest), .always(.seed, .fileText),
    .always(.startedAt, .integer), .maybe(.keyID, .token), .maybe(.reproducible, .flag),
    .always(.ordinal, .integer), .always(.scenario, .fileText),
    .always(.group, .fileText), .always(.title, .fileText), .always(.why, .fileText),
    .maybe(.line, .integer), .maybe(.column, .integer), .always(.faultKinds, .list(.fileText)),
  ]

  private static let limits: [LineMember] = [
    .maybe(.retryCapMs, .time), .maybe(.responseTimeoutMs, .time), .maybe(.leaseMs, .time),
    .maybe(.maxSendsPerSecond, .integer), .maybe(.quitMs, .time),
    .maybe(.retries, .words(ClientLimits.Retries.self)), .maybe(.answerWithinMs, .time),
  ]

  private static let terms: [LineMember] = [
    .always(.limits, .fields(limits)),
    .always(
      .answers,
      .list(.fields([.always(.status, .integer), .always(.duty, .words(Duty.self))]))),
    .always(
      .waivers, .list(.fields([.always(.code, .fileText), .always(.reason, .fileText)]))),
    .always(.expectsKey, .flag), .always(.okExit, .list(.integer)), .always(.listsTasks, .flag),
    .maybe(.givesToken, .flag),
    .maybe(
      .runnerDelays,
      .list(.fields([.always(.endedAtMs, .time), .always(.lateByMs, .time)]))),
  ]

  private static let verdict: [LineMember] = [
    .always(
      .verdict,
      .words(["notFinished", "passed", "failed", "flaky", "knownFailure", "error", "skipped"])),
    .always(.durationMs, .time), .always(.stdoutBytes, .integer), .always(.stderrBytes, .integer),
    .maybe(
      .findings,
      .list(
        .fields([
          .always(.code, .fileText), someOperation, .always(.sentence, .sentence),
          .always(.proof, .list(.integer)), .maybe(.follows, .fileText),
        ]))),
    .maybe(.reason, .sentence), .maybe(.error, .word), .maybe(.sentence, .sentence),
    .maybe(
      .earlierTries,
      .list(
        .fields([
          .always(.verdict, .words(["passed", "failed", "error"])), .always(.durationMs, .time),
          .always(.loadPercent, .integer),
          .maybe(
            .findings,
            .list(
              .fields([
                .always(.code, .fileText), someOperation, .always(.sentence, .sentence),
                .maybe(.follows, .fileText),
              ]))),
          .maybe(.error, .word), .maybe(.sentence, .sentence),
        ]))),
  ]

  // MARK: - Observations

  private static func client(_ kind: EvidenceKind) -> [LineMember] {
    switch kind {
    case .launched: [launch, .always(.process, .fileText)]
    case .greeted:
      [
        launch, .always(.outcome, .words(["ok", "busy", "refused"])),
        .maybe(.can, .list(.tokenOr(ClientAbility.allCases.map(\.rawValue)))),
        .maybe(.limits, .fields(limits)),
      ]
    case .submitted: [launch, operation, .maybe(.like, .fileText)]
    case .submitRefused: [launch, operation, .maybe(.fileWrites, .words(FileWrites.self))]
    case .acknowledged: [launch, operation, .always(.task, .token)] + key
    case .listed:
      [
        launch,
        .always(
          .tasks,
          .list(
            .fields(
              [
                .always(.task, .token), someOperation, .always(.state, .words(TaskState.self)),
                .always(.hasDiagnosis, .flag),
              ] + key))),
      ]
    case .signalled: [launch, .maybe(.signal, .words(ProcessSignal.self))]
    case .exited: [launch, .maybe(.exitStatus, .integer), .maybe(.exitSignal, .integer)]
    case .unanswered, .abilityDenied:
      [launch, .always(.command, .tokenOr(ContractVerb.allCases.map(\.rawValue)))]
    case .contractBroken: [launch, .always(.reason, .sentence)]
    case .leftBehind: [.always(.count, .integer)]
    case .secretSeen: [launch, .always(.channel, .words(OutputChannel.self))]
    case .synced: [launch]
    default: [launch, operation]
    }
  }

  private static func server(_ kind: EvidenceKind) -> [LineMember] {
    switch kind {
    case .serverRestarted: [.always(.records, .words(RecordsAfterRestart.self))]
    case .clockMoved: [.always(.movedByMs, .time)]
    case .connected: [connection]
    case .arrived: send
    case .partial: [request, connection, .always(.bodySize, .size)]
    case .strayed: [request, connection, .always(.stray, .words(StrayKind.self))]
    case .foreign: [request, connection, .always(.sender, .words(ForeignSender.self))]
    case .followedRedirect:
      [
        request, connection, someOperation, .always(.hasKey, .flag),
        .always(.hasCredential, .flag), .always(.bodySize, .size),
      ]
    case .committed, .recordReplaced: [request, .always(.record, .integer)]
    case .faultActed: [.always(.fault, .integer), connection, .maybe(.request, .integer)]
    case .held, .released: [request]
    case .answered:
      [
        request, .always(.status, .integer), .always(.content, .words(AnswerFacts.Content.self)),
        .always(.delivery, .words(AnswerFacts.Delivery.self)), .always(.isReplay, .flag),
        .always(
          .numbers, .list(.fields([.always(.name, .fileText), .always(.value, .integer)]))),
        .maybe(.retryAfterMs, .time), .maybe(.refusal, .words(RefusalReason.self)),
      ]
    case .answerBroken:
      [
        request, .always(.defect, .words(BrokenAnswer.Defect.self)),
        .always(.writtenBytes, .integer), .maybe(.status, .integer), .maybe(.http10, .flag),
        .maybe(.promisedBytes, .integer),
      ]
    case .strayAnswered: [request, .always(.status, .integer)]
    case .ended: [request, .always(.end, .words(RequestEnd.self))]
    default: []
    }
  }

  private static let send: [LineMember] =
    [
      request, connection, .always(.attribution, .words(["marker", "key", "none"])),
      someOperation, .always(.sendOfOperation, .integer), .always(.sendOfKey, .integer),
      .maybe(.hasCredential, .flag), .maybe(.senderUnknown, .flag),
      .maybe(.credentialRepeated, .flag),
      .always(.bodySize, .size), .always(.body, .token), .maybe(.bodyCanonical, .token),
      .maybe(.bodyWithoutKey, .token),
      .maybe(.spelling, .words(KeySpelling.self)), .maybe(.flaw, .words(KeyFlaw.self)),
      .maybe(.headerCount, .integer), .maybe(.headersSize, .size),
      .maybe(.queryCount, .integer), .maybe(.querySize, .size),
      .maybe(.cookieCount, .integer), .maybe(.cookiesSize, .size),
      .maybe(.partCount, .integer), .maybe(.partsSize, .size),
    ] + key

  private static func runner(_ kind: EvidenceKind) -> [LineMember] {
    let step = LineMember.always(.step, .integer)
    return switch kind {
    case .stepBegan: [step]
    case .awaitFailed:
      [
        step,
        .always(
          .awaited,
          .words([
            "send", "handled", "recorded", "state", "idle", "settled", "silence", "exit",
          ])),
        .always(.waitedMs, .time), someOperation, .maybe(.number, .integer),
        .maybe(.state, .words(TaskState.self)), .maybe(.longerThanLease, .flag),
        .maybe(.process, .fileText),
      ]
    case .checkFailed:
      [
        step,
        .always(.check, .words(["kept", "state", "records", "sends", "answer", "inFlight"])),
        someOperation, .maybe(.state, .words(TaskState.self)), .maybe(.count, .integer),
        .maybe(.atLeast, .integer), .maybe(.atMost, .integer), .maybe(.number, .integer),
        .maybe(.status, .integer),
        .maybe(
          .fields, .list(.fields([.always(.name, .fileText), .always(.value, .fileText)]))),
      ]
    default: []
    }
  }
}
