import AcceptanceModel

/// Which fields each kind of evidence line has, and what they say. The schema, the page of the format
/// and the test that holds every written line against them are made of it. Observations bring their
/// own lines.
package struct EvidenceVocabulary: Sendable {
  package struct Line: Sendable {
    package let kind: Keyword
    /// One clause.
    package let meaning: String
    /// Besides those of every line.
    package let members: [LineMember]
  }

  /// In every line, the first and the last too.
  package let everyLine: [LineMember]
  /// The lines around the history.
  package let frame: [Line]
  package let observations: [Line]

  package var lines: [Line] { frame + observations }

  package init(_ catalog: ObservationCatalog = .standard) {
    frame = Self.frame
    observations = catalog.kinds.map {
      Line(kind: $0.word, meaning: $0.meaning, members: [Self.entry] + $0.members)
    }
    let kinds = (frame + observations).map(\.kind.text)
    everyLine = [
      .always(.version, .integer, "version of this format"),
      .always(.sequence, .integer, "the line's number, from 1"),
      .always(
        .previous, .digest,
        "SHA-256 of the line before with its line feed; zeros in the first line"),
      .always(.at, .time, "milliseconds since the scenario's start, by a monotonic clock"),
      .always(.kind, .words(kinds), "what the line is about"),
    ]
  }

  private static let entry = LineMember.always(
    .entry, .integer, "the observation's number in the history, from 1; findings name it as proof")

  private static let frame: [Line] = [
    Line(
      kind: Keyword(FrameKind.header),
      meaning: "first line: which run, table, client and scenario the file is about",
      members: header),
    Line(
      kind: Keyword(FrameKind.terms), meaning: "what the judge holds the client to",
      members: terms),
    Line(kind: Keyword(FrameKind.verdict), meaning: "what the judge said", members: verdict),
    Line(
      kind: Keyword(FrameKind.end), meaning: "last line: how many there are",
      members: [
        .always(.lines, .integer, "how many lines the file has, this one counted"),
        .always(.complete, .flag, "whether the scenario ended"),
      ]),
  ]

  private static let header: [LineMember] = [
    .always(.schema, .words([EvidenceChain.schema.text]), "name of this format"),
    .always(.run, .token, "names the run; all its files have the same"),
    .always(.tool, .fileText, "version of the program that wrote it"),
    .always(.table, .fileText, "the scenario file's name"),
    .always(.tableDigest, .digest, "SHA-256 of the scenario file"),
    .maybe(
      .clientDigest, .digest,
      "SHA-256 of the client's program; left out where it could not be read"),
    .always(.policyDigest, .digest, "SHA-256 of the redaction policy"),
    .always(.seed, .fileText, "of markers, canaries and credentials; a number as text"),
    .always(.startedAt, .integer, "when the run began, seconds since 1970, UTC"),
    .maybe(
      .keyID, .token,
      "names the secret of its tokens; tokens of runs that name the same can be compared"),
    .maybe(
      .reproducible, .flag,
      "there where the run was made for golden files: no times, not confidential"),
    .always(.ordinal, .integer, "the scenario's number, as in the file's name"),
    .always(.scenario, .fileText, "the scenario's id"),
    .always(.group, .fileText, "the scenario's heading"),
    .always(.title, .fileText, "what happens in the scenario"),
    .always(.why, .fileText, "what a client gets wrong there"),
    .maybe(.line, .integer, "where the scenario stands in its file, from 1"),
    .maybe(.column, .integer, "where it stands in that line, from 1"),
    .always(.faultKinds, .list(.fileText), "the scenario's faults, by index"),
  ]

  // MARK: - Terms

  private static let terms: [LineMember] =
    LineItem<DeclaredLimits>.limits.members + [
      .always(
        .answers,
        .list(
          .fields([
            .always(.status, .integer, "the HTTP status"),
            .always(
              .duty, .words(ClientObligation.self), "what the status obliges the client to do"),
          ])), "what answers oblige to, where it is not the default"),
      .always(
        .waivers,
        .list(
          .fields([
            .always(.code, .fileText, codeMeaning), .always(.reason, .fileText, reasonMeaning),
          ])), "rules that do not hold in this scenario"),
      .always(.expectsKey, .flag, "whether the server knows keys"),
      .always(.okExit, .list(.integer), "exit statuses that are no crash"),
      .always(.listsTasks, .flag, "whether the client can list its tasks"),
      .maybe(.givesToken, .flag, "whether the client was given a credential"),
      .maybe(
        .runnerDelays,
        .list(
          .fields([
            .always(.endedAtMs, .time, "when the delay ended, since the scenario's start"),
            .always(.lateByMs, .time, "how long the delay was"),
          ])),
        "when the runner itself had no processor, so that it saw late what happened; delays of 50 ms "
          + "and more, left out where there were none, and in a reproducible run"),
    ]

  private static let codeMeaning = "a finding's or a rule's stable code"
  private static let reasonMeaning = "why, in a sentence of the runner's or of the scenario file"

  // MARK: - Verdict

  private static let durationMeaning = "how long the scenario took"
  private static let verdictMeaning = "what the judge said, in a word"

  private static let verdict: [LineMember] =
    [
      .always(
        .verdict,
        .words(["notFinished", "passed", "failed", "flaky", "knownFailure", "error", "skipped"]),
        verdictMeaning),
      .always(.durationMs, .time, durationMeaning),
      .always(
        .stdoutBytes, .integer,
        "how much the client wrote to stdout over all launches; never what"),
      .always(
        .stderrBytes, .integer,
        "how much the client wrote to stderr over all launches; never what"),
      findings(withProof: true), .maybe(.reason, .sentence, reasonMeaning),
    ] + error + [
      .maybe(
        .earlierTries,
        .list(
          .fields(
            [
              .always(.verdict, .words(["passed", "failed", "error"]), verdictMeaning),
              .always(.durationMs, .time, durationMeaning),
              .always(
                .loadPercent, .integer,
                "threads that ran or waited for each processor, in hundredths, as a mean over the run"
              ),
              findings(withProof: false),
            ] + error)),
        "other attempts at the scenario: inconclusive ones before this one, and in a flaky scenario "
          + "those that disagree; left out where there were none, and in a reproducible run")
    ]

  private static let error: [LineMember] = [
    .maybe(.error, .word, "why the runner could not tell, in a word"),
    .maybe(.sentence, .sentence, sentenceMeaning),
  ]

  private static let sentenceMeaning =
    "what happened, in a sentence that quotes nothing of the client's"

  private static func findings(withProof: Bool) -> LineMember {
    let proof: [LineMember] =
      withProof
      ? [.always(.proof, .list(.integer), "the entries of the history that prove it")] : []
    return .maybe(
      .findings,
      .list(
        .fields(
          [.always(.code, .fileText, codeMeaning)] + LineItem<OperationName?>.operation.members
            + [.always(.sentence, .sentence, sentenceMeaning)] + proof + [
              .maybe(
                .follows, .fileText,
                "the code of the finding that it is a consequence of; left out for a cause")
            ])), "what the client did wrong")
  }
}
