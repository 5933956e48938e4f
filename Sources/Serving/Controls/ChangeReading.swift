// Owns: the body of a POST or PUT → the change that is asked for: a form's fields, or JSON.

import AcceptanceModel
import FaultServer
import ScenarioLoading
import StrictJSON

/// What a request brought along, read once.
enum ChangeBody: Sendable {
  case form([String: String])
  case json(JSONValue)
  case nothing

  /// Why a body cannot be read, as a sentence.
  struct Unreadable: Error, Sendable, Hashable {
    let status: Int
    let sentence: String
  }

  init(_ request: LocalRequest) throws(Unreadable) {
    let mediaType = request.values("Content-Type").first?.lowercased()
      .prefix { $0 != ";" }.trimmingPrefix(" ")
    switch mediaType.map(String.init) {
    case nil where request.body.isEmpty: self = .nothing
    case "application/x-www-form-urlencoded":
      // What curl says of every body that it is given with -d.
      guard !Self.looksLikeJSON(request.body) else {
        throw Unreadable(
          status: 415,
          sentence: "the body is JSON, but its Content-Type is a form's; \(Self.wanted)")
      }
      self = .form(FormText.fields(request.body))
    case "application/json":
      do {
        self = .json(try JSONParser.parse(request.body).value)
      } catch {
        throw Unreadable(status: 400, sentence: "the body is not valid JSON: \(error)")
      }
    case nil:
      throw Unreadable(status: 415, sentence: "the body has no Content-Type; \(Self.wanted)")
    default:
      throw Unreadable(
        status: 415, sentence: "the body's Content-Type is not application/json; \(Self.wanted)")
    }
  }

  private static let wanted = "send it with -H 'Content-Type: application/json'"

  private static func looksLikeJSON(_ body: [UInt8]) -> Bool {
    let first = body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  func text(_ name: String) -> String? {
    switch self {
    case .form(let fields): fields[name]
    case .json(let value): value[name].flatMap { $0.stringValue ?? $0.intValue.map(String.init) }
    case .nothing: nil
    }
  }

  var token: String? {
    guard case .form(let fields) = self else { return nil }
    return fields["token"]
  }
}

enum ChangeReading {
  private static let selectorNames = ["operation", "send", "keySend", "request", "connection"]

  static func meetNext(_ body: ChangeBody) throws(HandError) -> ManualChange {
    let values: [JSONValue]
    switch body {
    case .form(let fields): values = try faults(fields)
    case .json(let value):
      guard let elements = value["faults"]?.arrayValue else {
        throw .notReadable(wanted: #"{"faults":[{"kind":"lost-answer"}]}"#)
      }
      values = elements
    case .nothing: throw .notReadable(wanted: #"{"faults":[{"kind":"lost-answer"}]}"#)
    }
    let hasSelector = values.contains { value in selectorNames.contains { value[$0] != nil } }
    guard !hasSelector else {
      throw .wrongFaults(
        "these faults meet the next requests in turn and take no selector; "
          + "PUT /plan takes faults with selectors")
    }
    // The forms of a scenario file want a selector; which one is not looked at.
    return .meetNext(
      try load(
        values.map { value in
          guard case .object(let members) = value else { return value }
          return .object(members + [JSONMember("request", .integer(1))])
        }))
  }

  static func plan(_ body: ChangeBody) throws(HandError) -> ManualChange {
    guard case .json(let value) = body, let elements = value["faults"]?.arrayValue else {
      throw .notReadable(wanted: #"{"faults":[{"kind":"lost-answer","keySend":1}]}"#)
    }
    // A configuration determines how a plan is read where no markers are planted.
    return .plan(ServingConfiguration(spec: ServerSpec(), faults: try load(elements)).faults)
  }

  static func poison(_ body: ChangeBody) throws(HandError) -> ManualChange {
    guard let number = body.text("record").flatMap({ Int($0) }), number > 0 else {
      throw .notReadable(wanted: #"{"record":1}"#)
    }
    return .poison(RecordNumber(number))
  }

  static func release(_ body: ChangeBody) throws(HandError) -> ManualChange {
    guard let text = body.text("request"), !text.isEmpty else { return .release(nil) }
    guard let number = Int(text) else { throw .notReadable(wanted: #"{"request":1}"#) }
    return .release(RequestNumber(number))
  }

  /// `kind`, `count` (1 if left out) and `parameters`, e.g. `status=503 retryAfter=1`.
  private static func faults(_ fields: [String: String]) throws(HandError) -> [JSONValue] {
    let kind = FaultCatalog.named(fields["kind"] ?? "")
    guard let kind else {
      throw .wrongFaults("no fault has this name; acceptance faults prints them all")
    }
    let countText = fields["count"] ?? ""
    guard let count = countText.isEmpty ? 1 : Int(countText), (1...50).contains(count) else {
      throw .wrongFaults("how often: a whole number from 1 to 50 is wanted")
    }
    var members = [JSONMember("kind", .string(kind.name))]
    for word in (fields["parameters"] ?? "").split(whereSeparator: \.isWhitespace) {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let parameter = kind.parameters.first { $0.name == parts[0] }
      guard parts.count == 2, let parameter else {
        let known = kind.parameters.map { "\($0.name)=…" }.joined(separator: " ")
        throw .wrongFaults(
          kind.parameters.isEmpty
            ? "\(kind.name) takes no parameters" : "\(kind.name) takes parameters such as \(known)")
      }
      members.append(JSONMember(parameter.name, value(String(parts[1]), for: parameter)))
    }
    return Array(repeating: .object(members), count: count)
  }

  private static func value(_ text: String, for parameter: FaultParameter) -> JSONValue {
    switch parameter.form {
    case .integer: Int(text).map { .integer($0) } ?? .string(text)
    case .text, .choice: .string(text)
    case .texts:
      // `Name:value`, one header.
      .object(
        text.firstIndex(of: ":").map { colon in
          [
            JSONMember(
              String(text[..<colon]), .string(String(text[text.index(after: colon)...])))
          ]
        } ?? [])
    }
  }

  private static func load(_ values: [JSONValue]) throws(HandError) -> [PlannedFault] {
    do {
      return try ScenarioLoader.faults(JSONWriter.bytes(of: .array(values)), name: "faults")
    } catch {
      throw .wrongFaults(error.problems.map(\.sentence).joined(separator: "\n"))
    }
  }
}
