// Owns: what each kind of line and each field says, in one clause, for the schema and the page.

extension EvidenceKind {
  package var meaning: String {
    switch self {
    case .header: "first line: which run, table, client and scenario the file is about"
    case .terms: "what the judge holds the client to"
    case .verdict: "what the judge said"
    case .end: "last line: how many there are"
    case .launched: "the runner starts the client"
    case .greeted: "the client answered hello"
    case .submitted: "the runner writes a submit: the user tapped New"
    case .acknowledged: "the client acknowledged an operation as a task"
    case .submitRefused: "the client refused a submit"
    case .submitUnanswered: "a submit had no answer; there may be a task"
    case .synced: "the runner writes a sync: back online"
    case .retryAsked: "the user asks for a stopped task to be sent again"
    case .damaged: "the client has made a stored task unreadable, as it was told"
    case .listed: "the client listed its tasks"
    case .signalled: "the runner signals the client; without a signal, it ends the input"
    case .exited: "the client's process ended"
    case .unanswered: "a command had no answer in time"
    case .abilityDenied: "the client says that it cannot do what it declares"
    case .contractBroken: "the client wrote what the contract does not know"
    case .leftBehind: "processes of the client's were alive after their scenario"
    case .secretSeen: "a planted secret stood in the client's output"
    case .listening: "the server listens"
    case .serverDown: "the server refuses connections from now on"
    case .serverUp: "the server accepts connections again"
    case .serverRestarted: "the server was restarted"
    case .connected: "a connection was accepted"
    case .arrived: "a complete send has arrived"
    case .partial: "a request ended before it was complete; it is no send"
    case .strayed: "a complete request that is no send"
    case .answerBroken: "what is written instead of a whole answer"
    case .strayAnswered: "the server's own answer to a request that is no send"
    case .foreign: "a request that is not attributed to the client under test; it was refused"
    case .followedRedirect: "a request reached the other origin, where only a redirect leads"
    case .committed: "a record was made"
    case .recordReplaced: "the scenario gave a record another content"
    case .recordsLost: "the restart dropped all records"
    case .clockMoved: "the server's clock went forward"
    case .faultActed: "a fault acted"
    case .held: "the request is parked"
    case .released: "the request goes on"
    case .answered: "a complete answer is about to be handed over"
    case .ended: "the request is over without a complete answer"
    case .stepBegan: "a step of the scenario begins"
    case .awaitFailed: "a step waited as long as the client's limits allow, in vain"
    case .checkFailed: "a check of the scenario does not hold"
    case .stepsEnded: "the steps are over; the orderly end follows"
    }
  }
}

extension Field {
  package var meaning: String {
    switch self {
    case .version: "version of this format"
    case .sequence: "the line's number, from 1"
    case .previous: "SHA-256 of the line before with its line feed; zeros in the first line"
    case .at: "milliseconds since the scenario's start, by a monotonic clock"
    case .kind: "what the line is about"
    case .entry: "the observation's number in the history, from 1; findings name it as proof"
    case .schema, .run, .tool, .table, .tableDigest, .clientDigest, .policyDigest, .seed,
      .startedAt, .scenario, .ordinal, .group, .title, .why, .line, .column, .faultKinds, .lines,
      .complete, .keyID, .reproducible:
      frameMeaning
    case .limits, .retryCapMs, .responseTimeoutMs, .leaseMs, .maxSendsPerSecond, .quitMs,
      .retries, .answerWithinMs, .answers, .waivers, .expectsKey, .okExit, .listsTasks, .givesToken,
      .duty, .runnerDelays, .endedAtMs, .lateByMs, .reason:
      termsMeaning
    case .verdict, .findings, .code, .sentence, .proof, .follows, .error, .durationMs, .stdoutBytes,
      .stderrBytes, .earlierTries, .loadPercent:
      verdictMeaning
    default: observationMeaning
    }
  }

  private var frameMeaning: String {
    switch self {
    case .schema: "name of this format"
    case .run: "names the run; all its files have the same"
    case .tool: "version of the program that wrote it"
    case .table: "the scenario file's name"
    case .tableDigest: "SHA-256 of the scenario file"
    case .clientDigest: "SHA-256 of the client's program; left out where it could not be read"
    case .policyDigest: "SHA-256 of the redaction policy"
    case .seed: "of markers, canaries and credentials; a number as text"
    case .startedAt: "when the run began, seconds since 1970, UTC"
    case .scenario: "the scenario's id"
    case .keyID: "names the secret of its tokens; tokens of runs that name the same can be compared"
    case .reproducible: "there where the run was made for golden files: no times, not confidential"
    case .ordinal: "the scenario's number, as in the file's name"
    case .group: "the scenario's heading"
    case .title: "what happens in the scenario"
    case .why: "what a client gets wrong there"
    case .line: "where the scenario stands in its file, from 1"
    case .column: "where it stands in that line, from 1"
    case .faultKinds: "the scenario's faults, by index"
    case .lines: "how many lines the file has, this one counted"
    default: "whether the scenario ended"
    }
  }

  private var termsMeaning: String {
    switch self {
    case .limits: "the client's own promises, or the scenario file's for it"
    case .retryCapMs: "the longest pause between two sends of a task"
    case .responseTimeoutMs: "how long the client waits for an answer"
    case .leaseMs: "how long a dead sender's right to send lasts"
    case .maxSendsPerSecond: "the most sends of one task in a second"
    case .quitMs: "how long an orderly quit may take"
    case .retries: "whether the client sends again by itself, or when told to sync"
    case .answerWithinMs: "how long a command may wait for its answer"
    case .answers: "what answers oblige to, where it is not the default"
    case .waivers: "rules that do not hold in this scenario"
    case .expectsKey: "whether the server knows keys"
    case .okExit: "exit statuses that are no crash"
    case .listsTasks: "whether the client can list its tasks"
    case .givesToken: "whether the client was given a credential"
    case .runnerDelays:
      "when the runner itself had no processor, so that it saw late what happened; delays of 50 ms "
        + "and more, left out where there were none, and in a reproducible run"
    case .endedAtMs: "when the delay ended, since the scenario's start"
    case .lateByMs: "how long the delay was"
    case .duty: "what the status obliges the client to do"
    default: "why, in a sentence of the runner's or of the scenario file"
    }
  }

  private var verdictMeaning: String {
    switch self {
    case .verdict: "what the judge said, in a word"
    case .findings: "what the client did wrong"
    case .code: "a finding's or a rule's stable code"
    case .sentence: "what happened, in a sentence that quotes nothing of the client's"
    case .proof: "the entries of the history that prove it"
    case .follows: "the code of the finding that it is a consequence of; left out for a cause"
    case .error: "why the runner could not tell, in a word"
    case .durationMs: "how long the scenario took"
    case .earlierTries:
      "other attempts at the scenario: inconclusive ones before this one, and in a flaky scenario "
        + "those that disagree; left out where there were none, and in a reproducible run"
    case .loadPercent:
      "threads that ran or waited for each processor, in hundredths, as a mean over the run"
    case .stdoutBytes: "how much the client wrote to stdout over all launches; never what"
    default: "how much the client wrote to stderr over all launches; never what"
    }
  }
}
