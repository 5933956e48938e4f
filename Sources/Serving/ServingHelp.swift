// Owns: the API in words, for the page and for `--help`.

package enum ServingHelp {
  package struct Path: Sendable {
    package let request: String
    package let meaning: String
  }

  package static let paths = [
    Path(
      request: "GET /requests",
      meaning: "what arrived, oldest first: keys and bodies as tokens, faults, outcomes"),
    Path(request: "GET /records", meaning: "the latest 200 records, newest first, and their count"),
    Path(
      request: "GET /plan", meaning: "faults that wait, the plan, online or offline, what is held"),
    Path(
      request: "GET /changes?after=N",
      meaning: "waits until the revision is no longer N, 25 s at most"),
    Path(
      request: #"POST /plan {"faults":[{"kind":"lost-answer"}]}"#,
      meaning: "each is applied to one of the next requests, in order"),
    Path(request: "POST /plan/clear", meaning: "drops the faults that wait"),
    Path(
      request: #"PUT /plan {"faults":[{"kind":"lost-answer","keySend":1}]}"#,
      meaning: "resets, then holds to this plan; faults as in a scenario file"),
    Path(
      request: "POST /offline, /online",
      meaning: "refuses connections, accepts them again; /down and /up do the same"),
    Path(
      request: #"POST /release {"request":1}"#,
      meaning: "lets a held request go on; without a body, all of them"),
    Path(
      request: #"POST /poison {"record":1}"#,
      meaning:
        "gives the record another body: the next send under its key conflicts, where the profile "
        + "compares bodies"),
    Path(
      request: "POST /reset",
      meaning: "no requests, no records, counts from 1, the first plan again, online"),
  ]
}
