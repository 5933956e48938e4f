import AcceptanceModel

/// The format of evidence lines as a page for people, made of the vocabulary.
package enum EvidencePage {
  package static func markdown(_ vocabulary: EvidenceVocabulary = EvidenceVocabulary()) -> String {
    let kinds = vocabulary.lines.map(\.kind.text)
    return
      ([introduction] + [table(vocabulary.everyLine, kinds)]
      + ["## The lines around the history\n"] + vocabulary.frame.map { section($0, kinds) }
      + ["## Observations\n"] + vocabulary.observations.map { section($0, kinds) })
      .joined(separator: "\n")
  }

  private static let introduction = """
    # The lines of evidence, version \(EvidenceChain.version)

    <!-- Printed by `acceptance schema --evidence markdown`. -->

    A scenario's file, `NNN.jsonl`, holds a JSON object a line, its names sorted by their bytes: first
    the header, then the terms, then one observation after the other in the order in which they
    were made, then the verdict, then the end. `prev` of each line is the SHA-256 of the line
    before with its line feed: `head -n1 001.jsonl | sha256sum` gives what the second line names.

    Nothing that a client or a server said stands here. What would show it is replaced:

    - a **token** of 32 hex digits stands for a text: HMAC-SHA256 under a secret of the run, over the
      field's name, a zero byte and the text, cut to 128 bits. Equal texts of one field have equal
      tokens; nothing else can be learned from one without the secret, which is not written;
    - a **size** is the lowest number of bytes of its bucket: 0, 1, 64, 256, 1024, …, each four times
      the one before;
    - a **word of the table** is text of the scenario file, which its author shows;
    - a **sentence** is the runner's own; what could be a client's word in it reads `[withheld]`.

    Times are milliseconds with at most six places. A field that may be left out is marked so.

    A reader takes lines of the versions that it knows, and no others. Within a version nothing is
    taken away and nothing changes its meaning; a new field or kind makes a new version. This program
    writes version \(EvidenceChain.version) and reads version 1 too, which has no counts of what came
    with a send (`headerCount` to `partsSize`) and no `earlierTries`.

    ## In every line

    """

  private static func section(_ line: EvidenceVocabulary.Line, _ kinds: [String]) -> String {
    let body = line.members.isEmpty ? "" : "\n" + table(line.members, kinds)
    return "### \(line.kind)\n\n\(sentence(line.meaning))\n\(body)"
  }

  private static func sentence(_ clause: String) -> String {
    clause.prefix(1).uppercased() + clause.dropFirst() + "."
  }

  private static func table(_ members: [LineMember], _ kinds: [String]) -> String {
    "| field | holds | says |\n|---|---|---|\n" + rows(members, kinds, within: "").joined()
  }

  private static func rows(
    _ members: [LineMember], _ kinds: [String], within path: String
  ) -> [String] {
    members.flatMap { member in
      let name = path + member.field.text
      let holds = words(member.form, kinds) + (member.isRequired ? "" : "; may be left out")
      let row = "| `\(name)` | \(holds) | \(member.meaning) |\n"
      return [row] + inner(member.form, kinds, name)
    }
  }

  private static func inner(_ form: LineForm, _ kinds: [String], _ path: String) -> [String] {
    switch form {
    case .fields(let members): rows(members, kinds, within: path + ".")
    case .list(.fields(let members)): rows(members, kinds, within: path + "[].")
    default: []
    }
  }

  private static func words(_ form: LineForm, _ kinds: [String]) -> String {
    switch form {
    case .integer: "integer"
    case .time: "time"
    case .flag: "true or false"
    case .words(kinds): "one of this page's headings"
    case .words(let words): words.map { "`\($0)`" }.joined(separator: ", ")
    case .word: "a word of the product's own"
    case .fileText: "word of the table"
    case .sentence: "sentence"
    case .token: "token"
    case .tokenOr(let words): words.map { "`\($0)`" }.joined(separator: ", ") + " or a token"
    case .clearKey: "a UUID or ULID"
    case .size: "size"
    case .digest: "64 hex digits"
    case .list(let element):
      element.isFields ? "array of objects" : "array of: " + Self.words(element, kinds)
    case .fields: "object"
    }
  }
}

extension LineForm {
  fileprivate var isFields: Bool {
    if case .fields = self { true } else { false }
  }
}
