import AcceptanceModel
import ClientContract
import ClientDriving
import Evidence
import FaultServer
import Judge
import Reporting
import ScenarioLoading

/// Every message that a run can show, with sample values, as one text for a reader.
enum MessagePage {
  struct Section {
    let title: String
    let messages: [String]
  }

  static var text: String {
    sections.map { section in
      "## \(section.title)\n\n" + section.messages.map { $0 + "\n" }.joined()
    }.joined(separator: "\n")
  }

  static var sections: [Section] {
    findingSections + [
      Section(title: "Errors of a scenario", messages: runnerErrors.map { "\($0)" }),
      Section(title: "Skipped scenarios", messages: skips),
      Section(title: "Starting and driving a client", messages: drivingErrors.map { "\($0)" }),
      Section(title: "The fault server", messages: serverErrors.map { "\($0)" }),
      Section(title: "Evidence", messages: evidenceErrors.map { "\($0)" }),
      Section(title: "Merging", messages: mergeErrors.map { "\($0)" }),
      Section(title: "Reports", messages: reportErrors.map { "\($0)" }),
      Section(title: "The scenario file", messages: fileProblems),
    ]
  }

  // MARK: - Findings

  static var findings: [Finding] {
    var seen: Set<String> = []
    return (RuleExample.all.map(\.log) + unusualLogs).flatMap(\.findings).filter {
      seen.insert("\($0.code) \($0.sentence)").inserted
    }
  }

  private static var findingSections: [Section] {
    let findings = findings
    return RuleCatalog.all.map { rule in
      Section(
        title: rule.code.text,
        messages: findings.filter { $0.code == rule.code }.map(\.sentence.text))
    }
  }

  // MARK: - Errors

  static let runnerErrors: [RunnerError] =
    startReasons.map { .clientNotStarted(reason: $0, stderrByteCount: 139) }
    + breachReasons.map { .contractBroken(reason: $0) }
    + [.faultNotReached(index: 0, kind: "lost-answer")]
    + stepReasons.map { .stepImpossible(index: 4, reason: $0) }
    + [
      .serverFailed(reason: "\(FaultServerError.noThreads)"), .homeRemoved, .interrupted,
      .timedOut(after: .seconds(300)),
      .machineStarved(waited: .seconds(12), lacking: .seconds(9)),
      .premiseMissed(
        index: 3, reason: "2 complete sends of operation A had arrived by then, instead of 1"),
      .notRun(reason: "the time of --max-duration was over"),
    ]

  private static let startReasons: [Message] = [
    "\(DrivingError.programMissing(name: "client"))", "it answered hello with a failure",
    "it did not answer hello within 5000 ms",
    "it ended before it answered hello (exit status 2)",
  ]

  private static let breachReasons: [Message] =
    [
      "its answer to hello has no \"protocol\"; this runner speaks 1",
      "it speaks protocol 2; this runner speaks 1", "its answer to submit has no \"task\"",
      "its answer to tasks has no \"tasks\"", "it answered tasks with a failure",
      "app has ended by itself",
    ] + breaches.map { "\($0)" as Message }

  private static let breaches: [SessionBreach] = [
    .line(1, .notJSON(byteCount: 12, .text)), .line(1, .notJSON(byteCount: 12, .notUTF8)),
    .line(2, .notJSON(byteCount: 12, .syntax(column: 4))),
    .line(2, .notJSON(byteCount: 12, .endsEarly)),
    .line(2, .notJSON(byteCount: 12, .repeatedName(column: 7))),
    .line(2, .notJSON(byteCount: 12, .tooDeep)), .line(3, .notAnObject(found: "an array")),
    .line(3, .tooLong(byteCount: ContractLine.byteLimit)),
    .line(3, .missingField("id", accepted: "a whole number")),
    .line(3, .wrongField("state", found: "a number", accepted: "a text")),
    .line(3, .unknownVerb(id: 1)), .unknownAnswer(line: 4, id: 9),
    .repeatedAnswer(line: 5, id: 3), .commandTooLong(byteCount: 2_000_000),
    .taskList(.notJSON(byteCount: 12, .text)),
    .verbNotStarted(.inVerb("tasks", .programMissing(name: "client"))),
  ]

  private static let stepReasons: [Message] = [
    "every process of the client is stopped", "app was never launched", "app has ended",
    "no send is held", "the client gave up before it was released",
    "the client did not damage the record", "the client never acknowledged A",
    "the client refused the submit of A",
    "the client ended before it answered the submit of A, so there need not be such a task",
    "the server repeats the error that it first answered operation A with, as its contract says,"
      + " and no client gets past that",
  ]

  private static let skips = [
    "the client lets one process at a time use its queue: the second said `busy`",
    "the client does not declare the ability to damage",
  ]

  private static let drivingErrors: [DrivingError] = [
    .unknownDriver(name: "jsonline", known: ["jsonl", "command"]), .emptyCommand,
    .programNotOnPath(name: "client"), .programMissing(name: "client"),
    .programNotExecutable(name: "client"), .interpreterMissing(name: "client"),
    .textWithNUL(place: "client.command[1]"), .folderUnusable(purpose: "home", errno: 13),
    .system(call: "fork", errno: 11), .verbMissing(name: "submit"),
    .unknownVerb(name: "send", known: ["submit", "tasks"]),
    .inVerb("tasks", .programNotExecutable(name: "client")),
    .verbFailed(name: "launch", .exit(.status(3), okExit: [0])),
    .verbFailed(name: "launch", .overdue(after: .seconds(5))), .endFailed(verb: "terminate"),
    .appSetting(name: "device", wanted: "a device's identifier"),
    .threadRefused(errno: 11), .tooFewThreads(made: 1, errno: 11),
    .toolFailed(call: "simctl launch", .exit(.status(2))),
    .toolFailed(call: "simctl launch", .code(domain: "NSPOSIXErrorDomain", code: 3)),
    .toolFailed(call: "adb shell", .overdue(after: .seconds(20), tries: 2)),
    .toolFailed(call: "adb shell", .unreadable(wanted: "a process id")),
    .toolFailed(call: "adb shell", .notTheApp),
  ]

  private static let serverErrors: [FaultServerError] = [
    .portNotBound(port: 8080, errno: 98), .noDescriptors(errno: 24), .noThreads, .alreadyStarted,
    .storeNotOpened(reason: "unable to open database file"),
    .storeFailed(reason: "database or disk is full"),
  ]

  private static let evidenceErrors: [EvidenceError] =
    [
      .file(FileError(path: "results/evidence", cause: .absent)),
      .file(FileError(path: "results", cause: .diskFull)),
      .unreadableField(line: 3, field: "state", found: "a number", accepted: "a word"),
      .unreadableLine(line: 3, reason: "it is no JSON"), .entriesOutOfOrder(7),
      .inFile("001.jsonl", .unreadableLine(line: 3, reason: "it is no JSON")),
    ] + flaws.map { .flaw($0) }

  private static let flaws: [EvidenceFlaw] = [
    .tornTail(file: "001.jsonl", lineCount: 12), .unfinished(ended: 3, selected: 9),
    .brokenChain(file: "001.jsonl", line: 4), .missingFile("002.jsonl"),
    .changedLine(file: "001.jsonl", line: 4), .changedFile("001.jsonl"), .notAFile("001.jsonl"),
    .unknownFile("notes.txt"), .otherHead(expected: "9ed5c157774188bb"),
    .unreadable(file: "001.jsonl", line: 4, reason: "it is no JSON"),
  ]

  private static let mergeErrors: [MergeError] = [
    .nothing, .damaged(folder: "shard-1", .missingFile("002.jsonl")),
    .other(folder: "shard-2", words: "of another scenario file", first: "shard-1"),
    .twice(scenario: "relaunch", ordinal: 3, first: "shard-1", second: "shard-2"),
    .missing(scenarios: ["relaunch"], selected: 9),
  ]

  private static let reportErrors: [ReportError] = [
    .notOurs(path: "results"), .inUse(path: "results"), .danglingLink(path: "results"),
    .unwritable(FileError(path: "results", cause: .notAllowed)),
    .notSelected(ScenarioID("relaunch")),
  ]

  private static var fileProblems: [String] {
    badTables.flatMap { text in
      do throws(ScenarioFileError) {
        _ = try ScenarioLoader.load(
          Array(text.utf8), fileName: "scenarios.json", knownCodes: RuleCatalog.codes,
          drivers: DriverCatalog.standard.forms)
        return ["(no problem)"]
      } catch {
        return error.problems.map(\.description)
      }
    }
  }
}
