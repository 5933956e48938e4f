// Owns: faults by name, with the parameters that their kinds declare, and a fault's two shapes.
// Does not own: the kinds (FaultCatalog), faults put together by hand (CustomFault).

import AcceptanceModel
import StrictJSON

extension Form where Value == PlannedFault {
  static var fault: Form {
    let named = Form.variants(tag: "kind", noun: "fault", FaultCatalog.all.map(variant))
    let custom = Form.variants(tag: "action", noun: "action", CustomFault.actions.map(variant))
    let wanted = "an object with \"kind\", or with \"at\" and \"action\""
    return Form(
      [.object], wanted: wanted,
      schema: .combining("oneOf", [named.schema(), custom.schema()]).defined(as: "fault")
    ) { node, subject, problems in
      guard case .object(let members) = node.content else {
        problems.add(node.position, "\(subject) must be \(wanted); found \(Found.name(of: node))")
        return nil
      }
      let isCustom = members.contains { $0.name == "at" || $0.name == "action" }
      guard isCustom || members.contains(where: { $0.name == "kind" }) else {
        problems.add(node.position, "\(subject) needs \"kind\", or \"at\" and \"action\"")
        return nil
      }
      return (isCustom ? custom : named).read(node, subject, &problems)
    }
  }

  private static func variant(of kind: FaultKind) -> Variant<PlannedFault> {
    Variant(kind.name, kind.summary) { reader in
      let arguments = reader.arguments(kind.parameters)
      let selector = reader.selector()
      guard let arguments, let selector else { return nil }
      let (point, action) = kind.effect(arguments)
      return PlannedFault(kind: kind.name, selector: selector, point: point, action: action)
    }
  }

  private static func variant(of custom: CustomFault.Action) -> Variant<PlannedFault> {
    Variant(custom.word, custom.summary) { reader in
      let at = reader.required("at", .point(of: custom), "where in a request's life it acts")
      let byte =
        custom.takesByte
        ? reader.optional(
          "byte", .integer(CustomFault.bytes),
          "after so many bytes; needed at body, answer, "
            + "answer-body")
        : nil
      let arguments = reader.arguments(custom.parameters)
      let selector = reader.selector()
      if let complaint = at?.complaint(hasByte: reader.has("byte")) {
        reader.problems.add(reader.position(of: "at"), complaint)
      }
      guard let at, let arguments, let selector else { return nil }
      return PlannedFault(
        kind: "custom", selector: selector, point: .make(at, byte: byte ?? 0),
        action: custom.make(arguments))
    }
  }
}

extension Form where Value == FaultPoint.Kind {
  /// A point at which this action can be done.
  fileprivate static func point(of action: CustomFault.Action) -> Form {
    let all = Form<String>.word(FaultPoint.Kind.allCases.map(\.rawValue), noun: "point")
    let possible = action.points.map(\.rawValue)
    let schema = Form<String>.word(possible, noun: "point").schema
    return Form(all.kinds, wanted: Found.list(possible, "or"), schema: schema()) {
      node, subject, problems in
      guard let word = all.read(node, subject, &problems) else { return nil }
      if possible.contains(word) { return FaultPoint.Kind(rawValue: word) }
      problems.add(
        node.position,
        "the action \"\(action.word)\" is impossible at \"\(word)\"; "
          + "it goes with \(Found.list(possible))")
      return nil
    }
  }
}

extension ObjectReader {
  /// `nil` where one of them is missing or wrong.
  fileprivate mutating func arguments(_ parameters: [FaultParameter]) -> FaultArguments? {
    var values: [String: JSONValue] = [:]
    var isComplete = true
    for parameter in parameters {
      let form = Form<JSONValue>.argument(parameter.form)
      let value =
        parameter.isRequired
        ? required(parameter.name, form, parameter.summary)
        : optional(parameter.name, form, parameter.summary)
      values[parameter.name] = value
      if value == nil, parameter.isRequired || has(parameter.name) { isComplete = false }
    }
    // An answer's body is a word or a text of its own; the kinds that take both are all answers.
    if parameters.contains(where: { $0.name == "body" }),
      parameters.contains(where: { $0.name == "text" })
    {
      atMostOne(of: ["body", "text"])
    }
    return isComplete ? FaultArguments(values) : nil
  }
}

extension Form where Value == JSONValue {
  fileprivate static func argument(_ form: FaultParameter.Form) -> Form {
    switch form {
    case .integer(let range): Form<Int>.integer(range).map { .integer($0) }
    case .text: Form<String>.text(0...65_536).map { .string($0) }
    case .choice(let words): Form<String>.word(words, noun: "choice").map { .string($0) }
    case .texts: headers
    }
  }

  /// Headers to add to an answer: nothing that could end one early, and none of the server's.
  private static var headers: Form {
    Form<[(name: String, value: String)]>
      .map(from: .answerHeader, to: .line(0...8192), count: 0...50, of: "headers")
      .map { .object($0.map { JSONMember($0.name, .string($0.value)) }) }
  }
}
