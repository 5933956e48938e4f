// Owns: a history that holds every kind of observation, with the texts of a client planted in it.

import AcceptanceModel
import StrictJSON

/// What a client may have put where it puts texts of its own.
struct ClientTexts {
  var key = "client-chosen-key-58213"
  var task = "client-task-name-77"
  var ability = "client-ability-text"
  var command = "client command text"
  var reason = "the line began with client-reason-text-99"
  var digest = String(repeating: "ab", count: 32)

  /// The same text in every position.
  init(everywhere text: String) {
    (key, task, ability, command, reason, digest) = (text, text, text, text, text, text)
  }

  init() {}
}

enum EveryObservation {
  static func entries(_ texts: ClientTexts = ClientTexts()) -> [HistoryEntry] {
    let seen =
      clients(texts).map(Observation.client) + servers(texts).map(Observation.server)
      + runner.map(Observation.runner)
    return seen.enumerated().map { index, observation in
      HistoryEntry(
        sequence: index + 1, at: .nanoseconds(1_234_567 * (index + 1)), observation: observation)
    }
  }

  static func history(_ texts: ClientTexts = ClientTexts()) -> History {
    var terms = JudgingTerms(scenario: ScenarioID("everything"))
    terms.limits.retryCap = .microseconds(1_500_250)
    terms.limits.retries = .onSync
    terms.answers.overrides = [204: .done, 409: .keep]
    terms.waivers = [Waiver(code: FindingCode("retry-storm"), reason: "it is what we test")]
    terms.expectsKey = false
    terms.okExit = [0, 3]
    terms.listsTasks = false
    terms.givesToken = true
    terms.runnerDelays = [
      RunnerDelay(endedAt: .milliseconds(700), lateBy: .milliseconds(60)),
      RunnerDelay(endedAt: .milliseconds(900), lateBy: .milliseconds(120)),
    ]
    return History(terms: terms, entries: entries(texts))
  }

  static func report(_ texts: ClientTexts = ClientTexts(), _ verdict: Verdict) -> ScenarioReport {
    let scenario = Scenario(
      id: ScenarioID("everything"), group: "all", title: "all that can be seen",
      why: "nothing may be lost", steps: [])
    var report = ScenarioReport(
      scenario: scenario, verdict: verdict, duration: .milliseconds(1500),
      history: history(texts), output: OutputCounts(stdoutBytes: 12, stderrBytes: 0))
    var tried = report
    tried.verdict = .failed([
      Finding(
        code: FindingCode("gave-up"), operation: a,
        sentence: "nothing was sent for 1.2 s: \(confidential: texts.reason)",
        proof: [2]),
      Finding(
        code: FindingCode("not-restored"), operation: a, sentence: "nothing was sent", proof: [3],
        follows: FindingCode("gave-up")),
    ])
    report.earlierTries.append(PreviousAttempt(tried, load: 4.25))
    tried.verdict = .error(.stepImpossible(index: 1, reason: "the client gave up"))
    report.earlierTries.append(PreviousAttempt(tried, load: 12))
    tried.verdict = .passed
    report.earlierTries.append(PreviousAttempt(tried, load: 0.5))
    return report
  }

  private static let a = OperationName("A")
  private static let b = OperationName("B-1")
  private static let first = LaunchNumber(1)

  private static func clients(_ texts: ClientTexts) -> [ClientObservation] {
    var limits = DeclaredLimits()
    limits.lease = .milliseconds(3000)
    limits.retries = .bySelf
    limits.maxSendsPerSecond = 4
    let key = IdempotencyKey(texts.key)
    let tasks = TaskState.allCases.map { state in
      TaskReport(
        task: TaskID(texts.task), operation: state == .done ? nil : a,
        key: state == .paused ? nil : key, state: state, hasDiagnosis: state == .stopped)
    }
    return [
      .launched(first, .app), .greeted(first, .ok(can: ["submit", texts.ability], limits)),
      .greeted(first, .busy), .greeted(first, .refused), .submitted(a, first, like: nil),
      .submitted(b, first, like: a), .acknowledged(a, first, TaskID(texts.task), key),
      .acknowledged(b, first, TaskID(texts.task), nil), .submitRefused(a, first, .refused),
      .submitUnanswered(b, first), .synced(first), .retryAsked(a, first), .damaged(a, first),
      .listed(first, tasks), .signalled(first, .kill), .signalled(first, nil),
      .exited(first, .status(3)), .exited(first, .signal(9)),
      .unanswered(first, command: "submit"), .abilityDenied(first, command: "retry"),
      .leftBehind(count: 2),
    ] + OutputChannel.allCases.map { .secretSeen(first, $0) }
  }

  private static func servers(_ texts: ClientTexts) -> [ServerObservation] {
    let request = RequestNumber(1)
    let connection = ConnectionNumber(1)
    let keys: [KeyFacts] =
      [.missing, .present(IdempotencyKey(texts.key), .quoted)]
      + KeyFlaw.allCases.map { .invalid(IdempotencyKey(texts.key), $0) }
    let body = BodyFacts(
      byteCount: 64, digest: texts.digest, canonicalDigest: texts.digest,
      digestWithoutKey: texts.digest)
    let shape = RequestShape(
      headers: .init(count: 9, byteCount: 256), query: .init(count: 2, byteCount: 1),
      cookies: .init(count: 0, byteCount: 0), multipart: .init(count: 3, byteCount: 1024))
    let attributions: [Attribution] = [.marker(a), .key(b), .none]
    let sends = keys.enumerated().map { index, key in
      ServerObservation.arrived(
        SendFacts(
          request: request, connection: connection, attribution: attributions[index % 3],
          key: key, body: body, sendOfOperation: index, sendOfKey: 1,
          hasCredential: index == 1, shape: index == 0 ? nil : shape,
          isSenderUnknown: index == 2, isCredentialRepeated: index == 1))
    }
    let answers = AnswerFacts.Content.allCases.map { content in
      AnswerFacts(
        status: 503, content: content, delivery: content == .empty ? .cut : .full,
        retryAfter: content == .error ? .milliseconds(1500) : nil, isReplay: content == .success,
        numbers: ["attempts": 3, "record_count": 1],
        refusal: content == .error ? .otherBody : nil)
    }
    return [
      .listening, .down, .up, .restarted(.lost), .restarted(.kept), .connected(connection),
      .partial(request, connection, bodyBytes: 256), .committed(RecordNumber(1), request),
      .recordReplaced(RecordNumber(1), request), .recordsLost,
      .clockMoved(.seconds(90_000)),
      .faultActed(index: 0, request, connection), .faultActed(index: 1, nil, connection),
      .held(request), .released(request),
    ] + sends + StrayKind.allCases.map { .strayed(request, connection, $0) }
      + ForeignSender.allCases.map { .foreign(request, connection, $0) }
      + BrokenAnswer.Defect.allCases.map { defect in
        .answerBroken(
          request,
          BrokenAnswer(
            defect: defect, status: defect == .notHTTP ? nil : 200,
            isHTTP10: defect == .lengthMissing, byteCount: 5,
            promisedByteCount: defect == .bodyCut ? 50 : nil))
      } + [.strayAnswered(request, status: 404)]
      + answers.map { .answered(request, $0) } + RequestEnd.allCases.map { .ended(request, $0) }
  }

  private static let runner: [RunnerObservation] =
    [.stepBegan(index: 0), .stepsEnded]
    + [
      Awaited.send(a, number: 2), .handled(a, send: 1), .recorded(a), .state(b, .stopped), .idle,
      .settled,
      .silence(nil, longerThanLease: false), .silence(a, longerThanLease: true), .exit(.app),
    ].map { .awaitFailed(index: 1, $0, waited: .milliseconds(250)) }
    + [
      Check.kept(a), .state(a, .done), .records(nil, count: 1), .records(a, count: 0),
      .sends(nil, atLeast: 1, atMost: nil), .sends(a, atLeast: 1, atMost: 3),
      .answer(
        a, number: 1, status: 200,
        fields: [JSONMember("attempts", .integer(2)), JSONMember("state", .string("ok \"it\""))]),
      .inFlight(atMost: 1),
    ].map { .checkFailed(index: 2, $0) }
}
