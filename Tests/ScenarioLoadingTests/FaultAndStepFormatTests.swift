// Owns: what a message says, word for word and place for place, of wrong faults and steps.

import Testing

@Suite struct FaultAndStepFormatTests {
  @Test("a wrong fault", arguments: faults)
  func faultComplaints(_ marked: String, _ sentence: String) { expectComplaint(marked, sentence) }

  @Test("a wrong step", arguments: steps)
  func stepComplaints(_ marked: String, _ sentence: String) { expectComplaint(marked, sentence) }

  private static let faults: [(String, String)] = [
    (
      Around.fault(#"{"kind": «"lost-anwser", "operation": "A"}"#),
      "unknown fault \"lost-anwser\"; did you mean \"lost-answer\"?"
    ),
    (
      Around.fault(#"«{"operation": "A"}"#),
      "a fault needs \"kind\", or \"at\" and \"action\""
    ),
    (
      Around.fault(#"«"reset""#),
      "a fault must be an object with \"kind\", or with \"at\" and \"action\"; found a string"
    ),
    (
      Around.fault(#"{"kind": "lost-answer", "operation": "A", "status": «404}"#),
      "\"status\" must be a whole number from 500 to 599; found 404"
    ),
    (
      Around.fault(#"«{"kind": "answer-before-commit", "operation": "A"}"#),
      "the fault \"answer-before-commit\" needs \"status\": a whole number from 200 to 599"
    ),
    (
      Around.fault(#"{"kind": "lost-answer", "operation": "A", «"stauts": 500}"#),
      "unknown key \"stauts\" in the fault \"lost-answer\"; did you mean \"status\"?"
    ),
    (
      Around.fault(#"«{"kind": "lost-answer"}"#),
      "the fault \"lost-answer\" needs exactly one of \"operation\", \"keySend\", \"request\" "
        + "and \"connection\"; found none"
    ),
    (
      Around.fault(#"«{"kind": "lost-answer", "operation": "A", "request": 1}"#),
      "the fault \"lost-answer\" needs exactly one of \"operation\", \"keySend\", \"request\" "
        + "and \"connection\"; found \"operation\" and \"request\""
    ),
    (
      Around.fault(#"{"kind": "lost-answer", "request": 1, «"send": 2}"#),
      "\"send\" in the fault \"lost-answer\" means nothing without \"operation\""
    ),
    (
      Around.fault(#"{"kind": "lost-answer", "operation": "A", "send": «0}"#),
      "\"send\" must be a whole number n or a string \"a-b\", each from 1 to 1000; found 0"
    ),
    (
      Around.fault(#"{"kind": "lost-answer", "operation": "A", "send": «"2-x"}"#),
      "\"send\" must be a whole number n or a string \"a-b\", each from 1 to 1000; found \"2-x\""
    ),
    (
      Around.fault(#"{"kind": "lost-answer", "operation": "A", "send": «"3-1"}"#),
      "\"send\" must be a range that goes up; found 3-1"
    ),
    (
      Around.fault(#"{"kind": "lost-answer", "operation": «"A B"}"#),
      "\"operation\" must be letters and digits joined by hyphens, at most 32 characters; "
        + "found \"A B\""
    ),
    (
      Around.fault(
        #"«{"kind": "answer-after-commit", "operation": "A", "status": 200, "body": "html", "text": "x"}"#
      ),
      "the fault \"answer-after-commit\" takes only one of \"body\" and \"text\"; "
        + "found \"body\" and \"text\""
    ),
    (
      Around.fault(
        #"{"kind": "answer-after-commit", "operation": "A", "status": 200, "headers": {«"Date": "x"}}"#
      ),
      "each name in \"headers\" must be the name of a header that the server does not set itself, "
        + "at most 100 characters; found \"Date\""
    ),
    (
      Around.fault(
        #"{"kind": "answer-after-commit", "operation": "A", "status": 200, "headers": {"X": «"a\r\nB: c"}}"#
      ),
      "\"X\" in \"headers\" holds a control character; it must be one line of text"
    ),
    (
      Around.fault(
        #"{"at": "after-comit", "action": "reset", "operation": "A"}"#
          .replacing("\"after", with: "«\"after")),
      "unknown point \"after-comit\"; did you mean \"after-commit\"?"
    ),
    (
      Around.fault(#"{"at": "after-commit", "action": «"rest", "operation": "A"}"#),
      "unknown action \"rest\"; did you mean \"reset\"?"
    ),
    (
      Around.fault(#"«{"at": "after-commit", "operation": "A"}"#),
      #"a fault needs "action": "reset", "fin", "half-close", "stall", "drip", "raw", "#
        + #""raw-then-reset", "answer", "kill-client", "hold", "crash-server", "deliver-twice", "#
        + #""other-body", "ignore-expect", "refuse", "#
        + #""zero-window", "delay", "late-answer" or "swap-answers""#
    ),
    (
      Around.fault(#"{"at": «"answer", "action": "reset", "operation": "A"}"#),
      "a fault at \"answer\" needs \"byte\": after how many bytes it acts"
    ),
    (
      Around.fault(#"{"at": «"accept", "byte": 3, "action": "reset", "connection": 1}"#),
      "\"byte\" means nothing at \"accept\"; it goes with \"body\", \"answer\" and \"answer-body\""
    ),
    (
      Around.fault(#"{"at": «"answer", "byte": 9, "action": "zero-window", "operation": "A"}"#),
      "the action \"zero-window\" is impossible at \"answer\"; "
        + "it goes with \"accept\", \"headers\" and \"body\""
    ),
    (
      Around.fault(#"«{"at": "after-commit", "action": "drip", "operation": "A"}"#),
      "the action \"drip\" needs \"intervalMs\": a whole number from 1 to 10000"
    ),
    (
      Around.fault(
        #"{"at": "after-commit", "action": "crash-server", "records": «"gone", "operation": "A"}"#),
      "unknown choice \"gone\"; accepted are \"kept\" and \"lost\""
    ),
  ]

  private static let steps: [(String, String)] = [
    (
      Around.step(#"{"do": "server", "change": «"offline"}"#),
      "unknown change of the server \"offline\"; did you mean \"down\"?"
    ),
    (Around.step("«[]"), "a step must be an object with \"do\"; found an array"),
    (Around.step(#"{"do": «"lanch"}"#), "unknown step \"lanch\"; did you mean \"launch\"?"),
    (
      Around.step(#"«{"operation": "B"}"#),
      "a step needs \"do\": \"launch\", \"submit\", \"tapAgain\", \"sync\", \"retry\", \"tasks\", "
        + "\"await\", \"check\", \"kill\", \"quit\", \"server\", \"damageStore\" or \"release\""
    ),
    (
      Around.step(#"«{"do": "submit"}"#),
      "the step \"submit\" needs \"operation\": letters and digits joined by hyphens, "
        + "at most 32 characters"
    ),
    (
      Around.step(#"{"do": "submit", "operation": "B", "count": «1001}"#),
      "\"count\" must be a whole number from 1 to 1000; found 1001"
    ),
    (
      Around.step(#"{"do": "submit", "operation": "B", "body": «"my secret"}"#),
      "\"body\" must be an object of at most 524288 bytes as JSON; found a string"
    ),
    (
      Around.step(#"{"do": "kill", "signal": «"SIGKILL"}"#),
      "unknown signal \"SIGKILL\"; "
        + "accepted are \"kill\", \"terminate\", \"stop\" and \"continue\""
    ),
    (
      Around.step(#"{"do": "sync", "process": «"App"}"#),
      "\"process\" must be lower-case words joined by hyphens, at most 32 characters; "
        + "found \"App\""
    ),
    (
      Around.step(#"{"do": "server", "change": «"stop"}"#),
      "unknown change of the server \"stop\"; accepted are \"down\", \"up\", "
        + "\"restart\" and \"clock\""
    ),
    (
      Around.step(#"{"do": "server", "change": "down", "records": «"lost"}"#),
      "\"records\" means nothing with \"change\": \"down\"; only a restart can lose records"
    ),
    (
      Around.step(#"{"do": "server", "change": "up", "forwardS": «60}"#),
      "\"forwardS\" means nothing with \"change\": \"up\"; only the clock goes forward"
    ),
    (
      Around.step(#"{"do": "server", "change": "clock", "forwardS": «0}"#),
      "\"forwardS\" must be a whole number from 1 to 315360000; found 0"
    ),
    (
      Around.step(#"{"do": "server", "change": «"clock"}"#),
      "the step does not say how far the clock goes; \"forwardS\" is wanted, in seconds"
    ),
    (
      Around.step(#"«{"do": "await"}"#),
      "the step \"await\" needs exactly one of \"send\", \"handled\", \"recorded\", \"state\", "
        + "\"idle\", \"settled\", \"silence\" and \"exit\"; found none"
    ),
    (
      Around.step(#"«{"do": "await", "idle": true, "recorded": "A"}"#),
      "the step \"await\" needs exactly one of \"send\", \"handled\", \"recorded\", \"state\", "
        + "\"idle\", \"settled\", \"silence\" and \"exit\"; found \"recorded\" and \"idle\""
    ),
    (
      Around.step(#"{"do": "sync", "while": «{"operation": "A"}}"#),
      "\"while\" needs at least one of \"sends\", \"inFlight\" and \"leaseRunning\"; found none"
    ),
    (
      Around.step(#"{"do": "sync", "while": {"operation": "A", "inFlight": «false}}"#),
      "\"inFlight\" must be true; found a boolean"
    ),
    (
      Around.step(#"{"do": "sync", "while": «{"sends": 1}}"#),
      "\"while\" needs \"operation\": letters and digits joined by hyphens, at most 32 characters"
    ),
    (
      Around.step(#"{"do": "await", "idle": «false}"#),
      "\"idle\" must be true; found a boolean"
    ),
    (
      Around.step(#"{"do": "await", "state": {"operation": "A", "is": «"finished"}}"#),
      "unknown state \"finished\"; accepted are \"pending\", \"sending\", \"paused\", \"done\" "
        + "and \"stopped\""
    ),
    (
      Around.step(#"{"do": "await", "silence": {«"longer": true}}"#),
      "unknown key \"longer\" in \"silence\"; accepted are \"operation\" and \"longerThanLease\""
    ),
    (
      Around.step(#"{"do": "check", "records": «-1}"#),
      "\"records\" must be a whole number from 0 to 100000; found -1"
    ),
    (
      Around.step(#"{"do": "check", "sends": «{"operation": "A"}}"#),
      "\"sends\" needs at least one of \"exactly\", \"atLeast\" and \"atMost\"; found none"
    ),
    (
      Around.step(#"{"do": "check", "sends": «{"exactly": 1, "atMost": 2}}"#),
      "\"sends\" takes only one of \"exactly\" and \"atMost\"; found \"exactly\" and \"atMost\""
    ),
    (
      Around.step(#"{"do": "check", "sends": {"atLeast": 3, "atMost": «2}}"#),
      "\"atMost\" must be at least \"atLeast\", which is 3; found 2"
    ),
    (
      Around.step(
        #"{"do": "check", "answer": {"operation": "A", "send": 1, "status": 200, "fields": {"attempts": «"2"}}}"#
      ),
      "\"attempts\" in \"fields\" must be a whole number from 0 to 1000000000; found a string"
    ),
    (
      Around.step(#"{"do": "check", "inFlight": {"atMost": «0}}"#),
      "\"atMost\" must be a whole number from 1 to 1000; found 0"
    ),
  ]
}
